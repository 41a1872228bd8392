/** Tokens in links: a claim, and the code of the `Signer` that makes it genuine. */
import { Effect, Option } from "effect"
import { type Purpose, Signer } from "./Signer.ts"

/** How one kind of token is written and read. */
interface Form<Claim> {
  readonly purposeOf: (claim: Claim) => Purpose
  /** The text whose code makes a token genuine. */
  readonly messageOf: (claim: Claim) => string
  readonly format: (claim: Claim, code: string) => string
  /** The claim of a token and its code, which is not checked. `None`: no token has this form. */
  readonly parse: (token: string) => Option.Option<{ readonly claim: Claim; readonly code: string }>
}

/** Makes tokens of one kind, and reads them. */
export const makeTokens = <Claim>({ format, messageOf, parse, purposeOf }: Form<Claim>) =>
  Effect.map(Signer, (signer) => ({
    sign: (claim: Claim) => Effect.map(signer.sign(purposeOf(claim), messageOf(claim)), (code) => format(claim, code)),
    /** The claim of a genuine token. */
    verify: Effect.fnUntraced(function* (token: string) {
      const parsed = parse(token)
      if (Option.isNone(parsed)) return Option.none<Claim>()
      const { claim, code } = parsed.value
      const isGenuine = yield* signer.verify(purposeOf(claim), messageOf(claim), code)
      return isGenuine ? Option.some(claim) : Option.none<Claim>()
    })
  }))
