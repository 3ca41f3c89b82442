"""What tests and generated pages share: slow models, translations, documentation."""
