/** Makes the links of tracking, and reads their tokens. */
import { Effect } from "effect"
import type { Settings } from "../campaigns/Campaign.ts"
import type { OutgoingMail } from "../mailboxes/Mailer.ts"
import { PublicUrl } from "../PublicUrl.ts"
import { makeTokens } from "../secrets/SignedTokens.ts"
import type { SendId } from "../sends/Send.ts"
import { tracked, trackedLinks } from "./Rewriting.ts"
import { clickPath, format, messageOf, openPath, parse, purposeOf } from "./Token.ts"

/** Makes tokens of tracking, and reads them. */
export const makeTrackingTokens = makeTokens({ format, messageOf, parse, purposeOf })

/** The settings of a campaign about tracking. */
export type TrackingSettings = Pick<Settings, "track_clicks" | "track_opens">

/** Makes `Tracking.track`. */
export const makeTrackedMail = Effect.gen(function* () {
  const publicUrl = yield* PublicUrl
  const { sign } = yield* makeTrackingTokens

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
