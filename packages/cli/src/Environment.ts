/** The environment variables that commands read. `docs/configuration.md` shows them in this order. */
import { Config } from "effect"

interface Variable {
  readonly config: Config.Config<unknown>
  /** What the variable is, and its default, for the reader of the table. */
  readonly description: string
}

export const variables = {
  DATABASE_URL: {
    config: Config.Redacted("DATABASE_URL"),
    description: "The Postgres that keeps the data: `postgres://user:password@host:port/database`. Default: embedded"
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
      "Keys that encrypt the secrets of integrations, each base64 of 32 bytes, separated by commas: the first one " +
      "encrypts, all decrypt. Default: the embedded database has a key; on Postgres integrations cannot be created"
  },
  MAILROOM_AUTHSERV_ID: {
    config: Config.NonEmptyString("MAILROOM_AUTHSERV_ID"),
    description: "The mail server whose `Authentication-Results` are believed. Default: none"
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
    description: "Where others reach `serve`, as `--public-url`. Default: as the request says"
  },
  MAILROOM_RATE_LIMIT: {
    config: Config.Int("MAILROOM_RATE_LIMIT"),
    description: "Requests a second that `serve` allows each organization, as `--rate-limit`. Default: 100"
  }
} satisfies Record<string, Variable>
