/** The team of the demo: people without passwords, the conversations assigned to them, their notes, and an answer that is sent later. */
import { CurrentActor, Notes, People, type Role, Unibox } from "@mailroom/core"
import { Effect } from "effect"
import { fillScheduled } from "./Scheduled.ts"

const team: ReadonlyArray<{ readonly name: string; readonly role: Role; readonly note: string }> = [
  { name: "Anna Berger", role: "owner", note: "I met them at the fair. They wait for the new price list." },
  { name: "Ben Okafor", role: "member", note: "Asked for 50 seats by phone. Call again on Thursday." },
  { name: "Chiara Rossi", role: "viewer", note: "" }
]

/** Nobody can sign in as these people before an owner makes a link for a password. */
export const fillTeam = Effect.gen(function* () {
  const people = yield* People
  const notes = yield* Notes
  const unibox = yield* Unibox
  const { data: threads } = yield* unibox.threads({ tab: "replies", limit: 8 })
  for (const [i, { name, note, role }] of team.entries()) {
    const email = `${name.split(" ")[0]?.toLowerCase()}@demo.example`
    const { person } = yield* people.create({ name, email, role })
    const own = threads.filter((_, place) => place % 4 === i)
    if (note === "" || own[0] === undefined) continue
    yield* unibox.updateMany({ ids: own.map(({ id }) => id), assigned_to: person.id })
    yield* notes
      .create(own[0].id, { body: note })
      .pipe(Effect.provideService(CurrentActor, { role, actor: { type: "person", id: person.id, name } }))
  }
  yield* fillScheduled
}).pipe(
  // The data is part of this program, so these errors are defects.
  Effect.catchTag(["DuplicatePerson", "HigherRole", "InvalidCursor", "InvalidInput", "ThreadNotFound"], Effect.die)
)
