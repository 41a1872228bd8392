/** Tests the servers of an account in a separate process: prints the result as JSON. Its token endpoint is on loopback. */
import {
  AccessTokens,
  type AccountId,
  CurrentOrganization,
  Mailboxes,
  Mailroom,
  type OrganizationId
} from "@mailroom/core"
import { HostStorage, ImapInbox, SmtpMailer } from "@mailroom/host"
import { Console, Effect, Layer } from "effect"
import { lazyAgent } from "../src/internal/lazyAgent.ts"
import { make } from "../src/internal/oauth.ts"
import { resolveLocally } from "../src/internal/resolve.ts"
import { noParser } from "./InProcess.ts"

const [database = "", encryptionKey = "", endpoint = "", organization = "", account = ""] = process.argv.slice(2)

const tokens = Layer.effect(
  AccessTokens,
  Effect.map(lazyAgent({ allowPrivateTargets: true, resolve: resolveLocally }), (agent) =>
    make({ agent, endpoints: { google: () => endpoint, microsoft: () => endpoint }, host: undefined })
  )
)

const layer = Mailroom.layer.pipe(
  Layer.provide([
    HostStorage.layer({ database, encryptionKey }),
    SmtpMailer.layer({ allowPrivateTargets: true }),
    ImapInbox.layer({ allowPrivateTargets: true }),
    tokens,
    noParser
  ])
)

const program = Mailboxes.use((mailboxes) => mailboxes.test(Number(account) as AccountId)).pipe(
  Effect.provideService(CurrentOrganization, { id: Number(organization) as OrganizationId }),
  Effect.flatMap((result) => Console.log(JSON.stringify(result)))
)

await Effect.runPromise(Effect.provide(program, layer))
