package mage.cards.repository;

import mage.game.events.Listener;

import java.util.List;

/** Takes the place of XMage's database of sets, which no rule asks. */
public enum ExpansionRepository {

    instance;

    public boolean instanceInitialized = true;

    public void subscribe(Listener<RepositoryEvent> listener) {
    }

    public void unsubscribe(Listener<RepositoryEvent> listener) {
    }

    public void saveSets(List<ExpansionInfo> added, List<ExpansionInfo> updated, long version) {
    }

    public ExpansionInfo getSetByCode(String code) {
        return null;
    }

    public ExpansionInfo getSetByName(String name) {
        return null;
    }

    public List<ExpansionInfo> getAll() {
        return List.of();
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

    public List<ExpansionInfo> getSetsWithBoostersSortedByReleaseDate() {
        return List.of();
    }

    public long getContentVersionFromDB() {
        return 0;
    }

    public void setContentVersion(long version) {
    }

    public long getContentVersionConstant() {
        return 0;
    }
}
