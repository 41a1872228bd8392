/** Reads raw e-mail: `PostalMime.layer` is the `MailParser` of `@mailroom/core`. */
export * as PostalMime from "./Parser.ts"
