package opinion;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import mage.game.Game;
import mage.game.permanent.Permanent;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Declaring attackers and blockers as the steps say. */
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

    void block(ScriptedPlayer player, Game game) {
        session.goOnTo("block");
        if (session.doing == null || !session.doing.kind.equals("block")) return;
        declared = session.doing;
        List<UUID> left = new ArrayList<>(session.things.permanents());
        left.removeIf(id -> !game.getPermanent(id).isControlledBy(player.getId()));
        List<UUID> attackers = new ArrayList<>(session.things.permanents());
        attackers.removeIf(id -> !game.getPermanent(id).isAttacking());
        for (JsonElement each : Case.list(session.doing.given, "blocks")) {
            JsonObject block = each.getAsJsonObject();
            List<UUID> blocker = session.things.meant(Case.Ref.read(block.get("blocker")), left);
            List<UUID> attacker = session.things.meant(Case.Ref.read(block.get("attacker")), attackers);
            if (blocker.isEmpty() || attacker.isEmpty()) {
                session.doubt("it cannot block: " + each);
                continue;
            }
            left.remove(blocker.get(0));
            player.declareBlocker(player.getId(), blocker.get(0), attacker.get(0), game);
        }
    }
}
