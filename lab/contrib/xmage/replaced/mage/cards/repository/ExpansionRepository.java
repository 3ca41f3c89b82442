package mage.cards.repository;

import java.util.List;

/** Takes the place of XMage's database of sets, which no rule asks. */
public enum ExpansionRepository {

    instance;

    public ExpansionInfo getSetByCode(String code) {
        return null;
    }

    public ExpansionInfo getSetByName(String name) {
        return null;
    }

    public List<String> getSetCodes() {
        return List.of();
    }

    public List<ExpansionInfo> getSetsFromBlock(String block) {
        return List.of();
    }

    public List<ExpansionInfo> getSetsWithBasicLandsByReleaseDate() {
        return List.of();
    }
}
