/** The environment variables that commands read. `docs/configuration.md` shows them in this order. */
import { closest } from "@mailroom/core"
import { Config, ConfigProvider, Effect } from "effect"
import { Usage } from "./Failure.ts"

interface Variable {
  readonly config: Config.Config<unknown>
  /** The meaning of the variable and its default, for the table in the documentation. */
  readonly description: string
}

export const variables = {
  DATABASE_URL: {
    config: Config.Redacted("DATABASE_URL"),
    description:
      "The Postgres that keeps the data: `postgres://user:password@host:port/database`, with " +
      "[parameters](#the-url-of-a-postgres). Default: embedded"
  },
  MAILROOM_DATA: {
    config: Config.String("MAILROOM_DATA"),
    description: "The folder of the embedded database, as `--data`. Default: `./.mailroom`"
  },
  MAILROOM_ATTACHMENTS: {
    config: Config.String("MAILROOM_ATTACHMENTS"),
    description: "A folder for the attachments of mail. Default: they are kept in the database"
  },
  MAILROOM_ENCRYPTION_KEY: {
    config: Config.Redacted("MAILROOM_ENCRYPTION_KEY"),
    description:
      "Keys that encrypt the credentials of accounts and the secrets of integrations, each base64 of 32 bytes, " +
      "separated by commas: the first one encrypts, all decrypt. Default: the embedded database has a key; on Postgres " +
      "neither can be stored"
  },
  MAILROOM_AUTHSERV_ID: {
    config: Config.NonEmptyString("MAILROOM_AUTHSERV_ID"),
    description: "The mail server whose `Authentication-Results` are believed. Default: none"
  },
  MAILROOM_INBOUND: {
    config: Config.Literals(["inboxes", "host"], "MAILROOM_INBOUND"),
    description:
      "The source of incoming mail, as `--inbound`: `inboxes`, which Mailroom reads, or `host`, by `POST /inbound/messages`. " +
      "Default: `inboxes`"
  },
  MAILROOM_VERIFIER: {
    config: Config.Literals(["zerobounce", "neverbounce"], "MAILROOM_VERIFIER"),
    description:
      "The service that [verifies addresses](verification.md): `zerobounce` or `neverbounce`. Default: Mailroom's own check, which asks name servers only"
  },
  MAILROOM_VERIFIER_KEY: {
    config: Config.Redacted("MAILROOM_VERIFIER_KEY"),
    description: "The API key of that service. Required with `MAILROOM_VERIFIER`"
  },
  MAILROOM_VERIFIER_URL: {
    config: Config.String("MAILROOM_VERIFIER_URL"),
    description:
      "The beginning of that service's URLs, such as `https://api-eu.zerobounce.net`. It must be public, as that of a webhook. Default: its usual one"
  },
  MAILROOM_LABEL_URL: {
    config: Config.URL("MAILROOM_LABEL_URL"),
    description:
      "An endpoint of chat completions that [labels answers](labels.md#the-endpoint), such as " +
      "`https://llm.example/v1/chat/completions`. Default: none"
  },
  MAILROOM_LABEL_KEY: {
    config: Config.Redacted("MAILROOM_LABEL_KEY"),
    description: "The key of that endpoint. Required with it"
  },
  MAILROOM_LABEL_MODEL: {
    config: Config.NonEmptyString("MAILROOM_LABEL_MODEL"),
    description: "The name of its model. Required with it"
  },
  MAILROOM_LABEL_BUDGET: {
    config: Config.Int("MAILROOM_LABEL_BUDGET"),
    description: "How often a day each process asks it for each organization. Default: 500"
  },
  MAILROOM_API_KEY: {
    config: Config.Redacted("MAILROOM_API_KEY"),
    description: "The API key that the first start of `serve` adopts. Default: it makes a key and prints it"
  },
  PORT: {
    config: Config.Int("PORT"),
    description: "The port that `serve` listens on, as `--port`. Default: 3000"
  },
  MAILROOM_PUBLIC_URL: {
    config: Config.String("MAILROOM_PUBLIC_URL"),
    description:
      "Where others reach `serve`, as `--public-url` of `serve` and `work`: links in mails begin with it. Default: links in " +
      "answers as the request says, and none in mails"
  },
  MAILROOM_RATE_LIMIT: {
    config: Config.Int("MAILROOM_RATE_LIMIT"),
    description: "Requests a second that `serve` allows each organization, as `--rate-limit`. Default: 100"
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    config: Config.String("OTEL_EXPORTER_OTLP_ENDPOINT"),
    description:
      "The collector to which `serve` and `work` send [traces](operations.md#traces), such as `http://127.0.0.1:4318`. " +
      "Default: they make none"
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    config: Config.String("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"),
    description: "The same, with its whole path. Default: `/v1/traces` below the other one"
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    config: Config.Redacted("OTEL_EXPORTER_OTLP_HEADERS"),
    description: "Header fields for the collector, such as `authorization=Bearer%20…,x-team=mail`. Default: none"
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    config: Config.Literals(["http/protobuf", "http/json"], "OTEL_EXPORTER_OTLP_PROTOCOL"),
    description: "`http/protobuf` or `http/json`. Default: `http/protobuf`"
  },
  OTEL_SERVICE_NAME: {
    config: Config.String("OTEL_SERVICE_NAME"),
    description: "The name of the service in traces. Default: `service.name` of the next variable, or `mailroom`"
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    config: Config.String("OTEL_RESOURCE_ATTRIBUTES"),
    description: "Attributes of the process in traces, such as `deployment.environment=staging`. Default: none"
  },
  OTEL_TRACES_EXPORTER: {
    config: Config.Literals(["otlp", "none"], "OTEL_TRACES_EXPORTER"),
    description: "`none` sends no traces. Default: `otlp`"
  },
  OTEL_SDK_DISABLED: {
    config: Config.Boolean("OTEL_SDK_DISABLED"),
    description: "`true` sends no traces. Default: `false`"
  }
} satisfies Record<string, Variable>

/**
 * The variables whose names begin with this path. A name is the parts of a path, joined by underscores. `isEmpty` says that the
 * variable has no value.
 */
const namesBelow = (
  provider: ConfigProvider.ConfigProvider,
  path: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<{ readonly name: string; readonly isEmpty: boolean }>, ConfigProvider.SourceError> =>
  Effect.gen(function* () {
    const node = yield* provider.load(path)
    const name = path.join("_")
    if (node === undefined) return [{ name, isEmpty: true }]
    const own = node.value === undefined ? [] : [{ name, isEmpty: false }]
    if (node._tag !== "Record") return own
    const below = yield* Effect.forEach([...node.keys], (key) => namesBelow(provider, [...path, key]))
    return [...own, ...below.flat()]
  })

/**
 * Fails when a variable of `mailroom` is empty or misspelt, because it would have no effect. Other variables that begin
 * with `MAILROOM_` are allowed, because Kubernetes creates some for a service of this name. With `memory`, DATABASE_URL
 * is ignored.
 */
export const check = Effect.fnUntraced(function* ({ memory }: { readonly memory: boolean }) {
  const provider = yield* ConfigProvider.ConfigProvider
  const known = Object.keys(variables)
  // The provider splits names at underscores: `MAILROOM_DATA` is the path of `MAILROOM` and `DATA`.
  const environment = yield* provider.load([])
  const firstParts = environment?._tag === "Record" ? [...environment.keys] : []
  const roots = firstParts.filter((part) => /^(?:DATABASE|MAILROOM|PORT)$/u.test(part))
  const found = yield* Effect.forEach(roots, (root) => namesBelow(provider, [root]))
  for (const { isEmpty, name } of found.flat()) {
    if (known.includes(name)) {
      const isUsed = !(memory && name === "DATABASE_URL")
      if (isEmpty && isUsed) return yield* new Usage({ message: `${name} is empty: ${cureOf(name)}` })
      continue
    }
    const similar = name.startsWith("MAILROOM_") ? closest(name, known) : undefined
    if (similar !== undefined) {
      return yield* new Usage({ message: `There is no variable ${name}: did you mean ${similar}?` })
    }
  }
})

const cureOf = (name: string): string =>
  name === "DATABASE_URL"
    ? "unset it to use the embedded database, or set it to the URL of a Postgres"
    : "unset it, or set it to a value"
