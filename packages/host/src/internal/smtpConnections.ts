/** Keeps connections to SMTP servers open between mails of an account that follow soon. */
import { type AccountId, type MailServer, type OrganizationId, Revoked, Stopping } from "@mailroom/core"
import { Effect, Equal, FiberMap, type Scope } from "effect"
import { smtp } from "./budgets.ts"
import type { Session } from "./smtpSession.ts"

/** An account, and the server and the login that it sends with. */
export interface Owner {
  readonly organization_id: OrganizationId
  readonly account_id: AccountId
  readonly server: MailServer
  /** The name that the client greets with. */
  readonly ehlo: string
}

export interface Connections {
  /** The open connection of the account, which is the caller's then. One to another server or with another login is closed. */
  readonly take: (owner: Owner) => Effect.Effect<Session | undefined>
  /**
   * Keeps a connection that has just sent a mail, until it was idle for `smtp.idle`, its server ends it, `Revoked` completes, the
   * process stops, or others take its place. One that has sent `smtp.mails` is closed.
   */
  readonly keep: (owner: Owner, session: Session) => Effect.Effect<void>
}

/** Keeps none. */
export const none: Connections = {
  take: () => Effect.undefined,
  keep: (_, session) => Effect.sync(session.quit)
}

const keyOf = ({ account_id, organization_id }: Owner) => `${organization_id} ${account_id}`

/** How often an idle connection looks whether the process stops. In milliseconds. */
const interval = 1_000

/** Returns when a connection was idle for long enough, or the process stops. */
const untilIdle = Effect.gen(function* () {
  const isStopping = yield* Stopping
  for (let waited = 0; waited < smtp.idle && !isStopping(); waited += interval) yield* Effect.sleep(interval)
})

/** Connections are closed when the scope is. */
export const makeConnections: Effect.Effect<Connections, never, Scope.Scope> = Effect.gen(function* () {
  const kept = new Map<string, { readonly owner: Owner; readonly session: Session }>()
  const ends = yield* FiberMap.make<string>()
  let isClosed = false

  const remove = (key: string, session: Session) => {
    if (kept.get(key)?.session === session) kept.delete(key)
    session.quit()
  }

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isClosed = true
      for (const [key, { session }] of kept) remove(key, session)
    })
  )

  return {
    take: Effect.fnUntraced(function* (owner) {
      const key = keyOf(owner)
      const found = kept.get(key)
      if (found === undefined) return undefined
      kept.delete(key)
      yield* FiberMap.remove(ends, key)
      if (Equal.equals(found.owner, owner) && !found.session.connection.destroyed) return found.session
      found.session.quit()
      return undefined
    }),

    keep: Effect.fnUntraced(function* (owner, session) {
      const isStopping = yield* Stopping
      const revoked = yield* Revoked
      const isOver = isClosed || isStopping() || session.mails >= smtp.mails || session.connection.destroyed
      if (isOver) return session.quit()
      const key = keyOf(owner)
      kept.get(key)?.session.quit()
      kept.delete(key)
      kept.set(key, { owner, session })
      session.begin(() => remove(key, session))
      const [oldest] = kept
      if (kept.size > smtp.kept && oldest !== undefined) remove(oldest[0], oldest[1].session)
      const ending = Effect.andThen(
        Effect.raceFirst(untilIdle, revoked),
        Effect.sync(() => remove(key, session))
      )
      yield* FiberMap.run(ends, key, ending)
    })
  }
})
