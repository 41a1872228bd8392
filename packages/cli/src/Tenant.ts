/** The organization for which a command runs. */
import { CurrentOrganization, type Organization, OrganizationId, Organizations } from "@mailroom/core"
import { Console, Effect, Option } from "effect"
import { Flag } from "effect/cli"
import { Failure, Usage } from "./Failure.ts"
import { printable } from "./Output.ts"

export const flag = Flag.Int("organization").pipe(
  Flag.withMetavar("ID"),
  Flag.withDescription("The organization to act for; needed where there are several"),
  Flag.withSchema(OrganizationId),
  Flag.optional
)

/** The given organization, or the only existing one. */
export const resolve = Effect.fnUntraced(function* (given: Option.Option<OrganizationId>) {
  const organizations = yield* Organizations
  const all = yield* organizations.list
  if (Option.isSome(given)) {
    const found = all.find(({ id }) => id === given.value)
    return found ?? (yield* new Usage({ message: `There is no organization ${given.value}${among(all)}` }))
  }
  const [only, ...others] = all
  if (only === undefined) {
    return yield* new Failure({
      message: "There is no organization yet: `mailroom serve` or `mailroom organizations create NAME` makes one"
    })
  }
  if (others.length === 0) return only
  return yield* new Usage({ message: `There are several organizations: choose one with --organization${among(all)}` })
})

const among = (all: ReadonlyArray<Organization>) =>
  all.length === 0 ? "" : ` (${all.map(({ id, name }) => `${id}: ${printable(name)}`).join(", ")})`

/** Like `within`. If no organization exists, creates one. It is reported if the storage keeps it (`isKept`). */
export const withinOrNew =
  (given: Option.Option<OrganizationId>, isKept: boolean) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const { create, list } = yield* Organizations
      if (Option.isNone(given) && (yield* list).length === 0) {
        const { id } = yield* create({ name: "Default" })
        if (isKept) {
          yield* Console.error(`Made organization ${id}. Make a key for it with: mailroom keys create --name NAME`)
        }
      }
      return yield* within(given)(effect)
    })

/** Runs use cases for the given organization, or the only existing one. */
export const within =
  (given: Option.Option<OrganizationId>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideServiceEffect(effect, CurrentOrganization, resolve(given))
