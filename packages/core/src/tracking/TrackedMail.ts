/** Makes the links of tracking, and reads their tokens. */
import { Effect, Option } from "effect"
import type { Settings } from "../campaigns/Campaign.ts"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"
import { PublicUrl } from "../PublicUrl.ts"
import { Signer } from "../secrets/Signer.ts"
import type { SendId } from "../sends/Send.ts"
import { tracked, trackedLinks } from "./Rewriting.ts"
import { type Claim, clickPath, format, messageOf, openPath, parse, purposeOf } from "./Token.ts"

/** Makes tokens, and reads them. */
export const makeTokens = Effect.map(Signer, (signer) => ({
  sign: (claim: Claim) => Effect.map(signer.sign(purposeOf(claim), messageOf(claim)), (code) => format(claim, code)),
  /** The claim of a genuine token. */
  verify: Effect.fnUntraced(function* (token: string) {
    const parsed = parse(token)
    if (Option.isNone(parsed)) return Option.none<Claim>()
    const { claim, code } = parsed.value
    return (yield* signer.verify(purposeOf(claim), messageOf(claim), code)) ? Option.some(claim) : Option.none<Claim>()
  })
}))

/** The settings of a campaign about tracking. */
export type TrackingSettings = Pick<Settings, "track_clicks" | "track_opens">

/** Makes `Tracking.track`. */
export const makeTrackedMail = Effect.gen(function* () {
  const publicUrl = yield* PublicUrl
  const { sign } = yield* makeTokens

  return Effect.fnUntraced(function* (
    mail: OutgoingMail,
    send_id: SendId,
    { track_clicks, track_opens }: TrackingSettings,
    base: string | undefined
  ) {
    if (publicUrl === undefined || base === undefined || !(track_clicks || track_opens)) return mail
    const { organization_id } = mail
    const links = new Map<number, string>()
    for (const { number: link } of track_clicks ? trackedLinks(mail, [publicUrl, base]) : []) {
      links.set(link, `${base}${clickPath}/${yield* sign({ organization_id, send_id, link })}`)
    }
    const image = track_opens ? `${base}${openPath}/${yield* sign({ organization_id, send_id, link: null })}.gif` : null
    return { ...mail, html: tracked(mail, { links, image }) }
  })
})
