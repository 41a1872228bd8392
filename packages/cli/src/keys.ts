/** `mailroom keys`: the API keys. */
import {
  ApiKey,
  type ApiKeyNotFound,
  ApiKeys,
  CurrentOrganization,
  Encryption,
  Integrations,
  Mailboxes,
  type IssuedApiKey,
  Organizations,
  Signer,
  Timestamp
} from "@mailroom/core"
import { Console, Duration, Effect, Option, Redacted, Schema, SchemaGetter } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { Failure } from "./Failure.ts"
import * as Flags from "./Flags.ts"
import { count, printResult, table } from "./Output.ts"
import * as Storage from "./Storage.ts"
import * as Tenant from "./Tenant.ts"

const shared = { organization: Tenant.flag, data: Storage.dataFlag }

const id = Argument.Int("id").pipe(
  Argument.withDescription("The key's id, as `mailroom keys list` shows it"),
  Argument.withSchema(ApiKey.ApiKeyId)
)

const printIssued = (json: boolean, { key, secret }: IssuedApiKey) =>
  printResult(json, { ...key, secret: Redacted.value(secret) }, () => `API key: ${Redacted.value(secret)}`)

/** An instant, or a day, which means its beginning in UTC. */
const Expiry = Schema.String.pipe(
  Schema.decodeTo(Timestamp.TimestampInput, {
    decode: SchemaGetter.transform((text) => (/^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T00:00:00Z` : text)),
    encode: SchemaGetter.passthrough()
  })
)

const noSuchKey = ({ id }: ApiKeyNotFound) => new Failure({ message: `There is no key ${id}` })

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withMetavar("NAME"), Flag.withDescription("What the key is for")),
    access: Flag.Literals("access", ApiKey.Access.literals).pipe(
      Flag.withDescription("read: may call whatever changes nothing"),
      Flag.withDefault("full")
    ),
    expires: Flag.String("expires").pipe(
      Flag.withSchema(Expiry),
      Flag.withMetavar("DATE"),
      Flag.withDescription("When it stops working, such as 2030-01-31 or 2030-01-31T12:00:00Z; never, unless given"),
      Flag.optional
    ),
    json: Flags.json,
    ...shared
  },
  Effect.fn(function* ({ access, expires, json, name, organization }) {
    const input = { name, access, expires_at: Option.getOrNull(expires) }
    const issued = yield* ApiKeys.use((keys) => keys.create(input)).pipe(Tenant.within(organization))
    yield* printIssued(json, issued)
    yield* Console.error(`This is key ${issued.key.id}. It is shown only now: what is stored is its hash.`)
  })
).pipe(
  Command.withDescription("Make a key and print it, once, as the line `API key: mr_…`"),
  Command.withExamples([
    { command: "mailroom keys create --name backend" },
    { command: "mailroom keys create --name dashboard --access read --expires 2030-01-31" }
  ]),
  Command.provide((options) => Storage.layerUseCases(options))
)

const generate = Command.make(
  "generate",
  {
    encryption: Flag.Boolean("encryption").pipe(
      Flag.withDescription("Print a key for MAILROOM_ENCRYPTION_KEY instead, which encrypts stored secrets"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ encryption }) {
    const key = encryption ? Encryption.generateKey() : ApiKey.fromRandom(crypto.getRandomValues(new Uint8Array(32)))
    yield* Console.log(Redacted.value(key))
  })
).pipe(
  Command.withDescription(
    "Print a key that nothing knows yet, for MAILROOM_API_KEY: the first start of a server adopts it"
  ),
  Command.withShortDescription("Print a new key for MAILROOM_API_KEY or MAILROOM_ENCRYPTION_KEY")
)

const list = Command.make(
  "list",
  { ...shared, json: Flags.json },
  Effect.fn(function* ({ json, organization }) {
    const keys = yield* ApiKeys.use(({ list }) => list).pipe(Tenant.within(organization))
    const now = yield* Timestamp.now
    const rows = keys.map((key) => [
      String(key.id),
      key.name,
      `${key.prefix}…`,
      key.access,
      key.created_at,
      key.last_used_at ?? "never",
      stateOf(key, now)
    ])
    const header = ["ID", "NAME", "KEY", "ACCESS", "CREATED", "LAST USED", "STATE"]
    yield* printResult(json, keys, () => table([header, ...rows]))
  })
).pipe(
  Command.withDescription("List the keys, by their first characters: the keys themselves are not stored"),
  Command.withShortDescription("List the keys, without their secrets"),
  Command.provide((options) => Storage.layerUseCases(options))
)

const stateOf = (key: ApiKey.ApiKey, now: Timestamp.Timestamp) => {
  if (key.revoked_at !== null) return `revoked ${key.revoked_at}`
  if (key.expires_at === null) return "live"
  return ApiKey.isLive(key, now) ? `live until ${key.expires_at}` : `expired ${key.expires_at}`
}

const rotate = Command.make(
  "rotate",
  {
    id,
    grace: Flags.duration("grace").pipe(
      Flag.withDescription("How long the old key goes on working, such as 0s, 30m or 7d at most (default: 1d)"),
      Flag.withDefault(Duration.days(1))
    ),
    json: Flags.json,
    ...shared
  },
  Effect.fn(function* ({ grace, id, json, organization }) {
    const issued = yield* ApiKeys.use((keys) => keys.rotate(id, { grace_seconds: Duration.toSeconds(grace) })).pipe(
      Effect.catchTag("ApiKeyNotFound", noSuchKey),
      Tenant.within(organization)
    )
    yield* printIssued(json, issued)
    yield* Console.error(
      `This is key ${issued.key.id}, with the name and the access of key ${id}. It is shown only now.`
    )
  })
).pipe(
  Command.withDescription("Make a new key in place of another, and let that one expire"),
  Command.withExamples([{ command: "mailroom keys rotate 1 --grace 24h" }]),
  Command.provide((options) => Storage.layerUseCases(options))
)

const revoke = Command.make(
  "revoke",
  { id, ...shared },
  Effect.fn(function* ({ id, organization }) {
    yield* ApiKeys.use((keys) => keys.revoke(id)).pipe(
      Effect.catchTag("ApiKeyNotFound", noSuchKey),
      Tenant.within(organization)
    )
    yield* Console.log(`Key ${id} is revoked`)
  })
).pipe(
  Command.withDescription("Make a key useless, for good; running servers reject it within a second"),
  Command.withShortDescription("Make a key useless"),
  Command.provide((options) => Storage.layerUseCases(options))
)

const reencrypt = Command.make(
  "reencrypt",
  { data: Storage.dataFlag },
  Effect.fn(function* () {
    const { list } = yield* Organizations
    const integrations = yield* Integrations
    const mailboxes = yield* Mailboxes
    let changed = 0
    let unreadable = 0
    for (const organization of yield* list) {
      const all = Effect.all({ Integration: integrations.reencrypt, Account: mailboxes.reencrypt })
      const results = yield* Effect.provideService(all, CurrentOrganization, organization).pipe(
        Effect.catchTag("EncryptionNotConfigured", ({ message }) => new Failure({ message }))
      )
      for (const [name, result] of Object.entries(results)) {
        changed += result.changed
        unreadable += result.unreadable.length
        for (const id of result.unreadable) {
          yield* Console.error(
            `The secrets of ${name.toLowerCase()} ${id} of organization ${organization.id} are encrypted under another key`
          )
        }
      }
    }
    yield* Console.log(`Encrypted ${count(changed, "secret")} under the first key`)
    if (unreadable > 0) return yield* new Failure({ message: `${count(unreadable, "secret")} cannot be decrypted` })
  })
).pipe(
  Command.withDescription(
    "Encrypt all stored secrets under the first key of MAILROOM_ENCRYPTION_KEY, so that the others can be removed from it. " +
      "Running servers must have both keys"
  ),
  Command.withShortDescription("Encrypt stored secrets under the first key"),
  Command.provide((options) => Storage.layerUseCases(options))
)

const rotateSigning = Command.make(
  "rotate-signing",
  { data: Storage.dataFlag },
  Effect.fn(function* () {
    const since = yield* Signer.rotate.pipe(
      Effect.catchTag("UnreadableSigningSecret", ({ message }) => new Failure({ message }))
    )
    yield* Console.log(`A new key signs links and cursors from ${new Date(since).toISOString()} on`)
  })
).pipe(
  Command.withDescription(
    "Sign links and cursors with a new key. Running processes know it within a minute, and use it after five. Links in mails " +
      "that were sent work for ever; cursors and links of attachments for a day."
  ),
  Command.withShortDescription("Sign links and cursors with a new key"),
  Command.provide((options) => Storage.layerUseCases(options))
)

export const keys = Command.make("keys").pipe(
  Command.withDescription("The keys of an organization: what opens the HTTP API to its data"),
  Command.withShortDescription("Create, list, rotate and revoke API keys"),
  Command.withSubcommands([create, list, rotate, revoke, generate, reencrypt, rotateSigning])
)
