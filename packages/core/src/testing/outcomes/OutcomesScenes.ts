/** The use cases that decide whether a turn of an account may send mail, in worlds in which it has something to send. */
import { Effect, Layer } from "effect"
import { Accounts } from "../../accounts/Accounts.ts"
import { Campaigns } from "../../campaigns/Campaigns.ts"
import { Leads } from "../../leads/Leads.ts"
import { Mailboxes } from "../../mailboxes/Mailboxes.ts"
import * as Mailroom from "../../Mailroom.ts"
import { Sequences } from "../../sequences/Sequences.ts"
import { prepareReply, prepareStep } from "./OutcomesSending.ts"
import { layerEncryption, layerMailer, Turns } from "./OutcomesTurns.ts"
import { layerParser, type Scene, unsubscribe, type Use, use, uses } from "./OutcomesUses.ts"
import { movedEve } from "./OutcomesWorld.ts"

/** The use cases and the turns, as in one process. */
export const layerProcess = Turns.layer.pipe(
  Layer.provideMerge(Mailroom.layer),
  Layer.provide([layerParser, layerMailer, layerEncryption])
)

/** A turn looks for an answer to send, begins a step, and settles a mail. Then it begins again. */
const turn = (name: string): Use => ({ ...use(Turns)(name, ({ run }, world) => run(world)), transactions: 3 })

const known = (...names: ReadonlyArray<string>): ReadonlyArray<Use> =>
  names.map((name) => [...uses, unsubscribe].find((use) => use.name === name) ?? turn(`There is no use case ${name}`))

const losing = (use: Use): Use => ({ ...use, losesEvents: true })
const forbidding = (...uses: ReadonlyArray<Use>): ReadonlyArray<Use> => uses.map((use) => ({ ...use, forbids: true }))

const leads = use(Leads)
const accounts = use(Accounts)
const sequences = use(Sequences)

/** The account sends the first step to Ada. Bob is stopped, because he has answered; Eve, because she is on the list. */
const step: Scene = {
  uses: [
    ...known("Blacklist.remove (email)"),
    turn("A turn that sends a step"),
    ...forbidding(
      ...known("Blacklist.add (email)", "Leads.update (stop)", "Leads.update (to an address on the list)"),
      leads("Leads.update (Ada to another address)", (service, world) =>
        service.update(world.leads.ada, { email: movedEve })
      )
    ),
    leads("Leads.update (resume Bob)", (service, world) => service.update(world.leads.bob, { stop_sending: false })),
    ...forbidding(
      losing(leads("Leads.remove (Ada)", (service, world) => service.remove({ ids: [world.leads.ada] }))),
      losing(
        leads("Leads.remove (erase Ada)", (service, world) => service.remove({ ids: [world.leads.ada], erase: true }))
      ),
      ...known("Activity.record (unsubscribed, complaint)"),
      accounts("Accounts.update (disable)", (service, world) =>
        service.update({ ids: [world.account_id], settings: { sending_enabled: false } })
      ),
      ...known("Accounts.remove")
    ),
    use(Campaigns)("Campaigns.pause", (service, world) => service.pause(world.campaigns[0])),
    sequences("Sequences.update", (service, world) =>
      Effect.flatMap(service.list(world.campaigns[0]), (steps) =>
        Effect.forEach(steps, ({ id }) => service.update(world.campaigns[0], id, { body: "Bye" }))
      )
    ),
    losing(
      sequences("Sequences.remove", (service, world) =>
        Effect.flatMap(service.list(world.campaigns[0]), (steps) =>
          Effect.forEach(steps, ({ id }) => service.remove(world.campaigns[0], id))
        )
      )
    )
  ],
  prepare: prepareStep
}

/** The account sends a queued answer to Bob. */
const reply: Scene = {
  uses: [
    ...known("Blacklist.remove (domain)"),
    turn("A turn that sends an answer"),
    ...known("Blacklist.add (domain)", "Unsubscribes.unsubscribe", "Activity.record (unsubscribed, complaint)"),
    ...known("Intake.receive (complaint)", "Leads.remove (erase)", "Accounts.remove"),
    use(Mailboxes)("Mailboxes.disconnect", (service, world) => service.disconnect(world.account_id))
  ],
  prepare: prepareReply
}

export const sendingScenes: ReadonlyArray<{ readonly scene: Scene; readonly turn: number }> = [step, reply].map(
  (scene) => ({ scene, turn: 1 })
)
