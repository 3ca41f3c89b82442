package opinion;

import com.google.gson.JsonElement;
import mage.game.Game;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Declaring attackers as the steps say, and no blockers. */
final class Combat {

    private final Session session;
    private Case.Step declared;

    Combat(Session session) {
        this.session = session;
    }

    boolean isDeclared(Case.Step step) {
        return declared == step;
    }

    boolean wasDeclared() {
        return declared != null;
    }

    void attack(ScriptedPlayer player, Game game) {
        session.goOnTo("attack");
        if (session.doing == null || !session.doing.kind.equals("attack")) return;
        declared = session.doing;
        JsonElement everybody = session.doing.given.get("whom");
        List<UUID> left = new ArrayList<>(session.things.permanents());
        left.removeIf(id -> !game.getPermanent(id).isControlledBy(player.getId()));
        for (JsonElement each : Case.list(session.doing.given, "attackers")) {
            boolean alone = !each.isJsonObject() || !each.getAsJsonObject().has("attacker");
            JsonElement whom = alone || !each.getAsJsonObject().has("whom") ? everybody : each.getAsJsonObject().get("whom");
            UUID attacked = defender(whom, game);
            Case.Ref ref = Case.Ref.read(alone ? each : each.getAsJsonObject().get("attacker"));
            UUID attacker = session.things.meant(ref, left).stream().filter(id -> game.getPermanent(id).canAttack(attacked, game)).findFirst().orElse(null);
            if (attacker == null) {
                session.doubt("it cannot attack: " + each);
                continue;
            }
            left.remove(attacker);
            player.declareAttacker(attacker, attacked, game, false);
        }
    }

    private UUID defender(JsonElement whom, Game game) {
        if (whom != null) for (UUID id : game.getCombat().getDefenders()) if (session.things.fits(Case.Ref.read(whom), id)) return id;
        return game.getCombat().getDefenders().iterator().next();
    }

    void block() {
        session.goOnTo("block");
        if (session.doing == null || !session.doing.kind.equals("block")) return;
        declared = session.doing;
        if (!Case.list(session.doing.given, "blocks").isEmpty()) throw new NotPlayed("It declares no blockers.");
    }
}
