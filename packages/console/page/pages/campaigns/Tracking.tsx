/** Whether the mails of a campaign count opens and clicks. */
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { organizationQuery } from "../../data/organization.ts"
import type { VersionedCampaign } from "../../data/campaigns.ts"
import { Denied } from "../../kit/roles/Reserved.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { isConflict, useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const names = ["track_opens", "track_clicks"] as const
type Name = (typeof names)[number]

export const Tracking = ({ campaign }: { readonly campaign: VersionedCampaign }) => {
  const canWrite = useCanWrite()
  const organization = useQuery(organizationQuery)
  // Until somebody chooses, the stored values are shown.
  const [choice, setChoice] = useState<{ readonly [Key in Name]?: boolean }>({})
  const { error, isBusy, run } = useWrite("campaigns")
  const hasConflict = isConflict(error)
  const save = () =>
    run(
      () => api.campaigns.update(campaign.id, choice, { ifMatch: campaign.etag }),
      () => {
        // Keeps what was chosen meanwhile.
        setChoice((now) =>
          Object.fromEntries(Object.entries(now).filter(([name, value]) => value !== choice[name as Name]))
        )
        toast(texts.saved)
      }
    )
  return (
    <Loaded query={organization}>
      {({ public_url }) => (
        <>
          {public_url === null && <p class="meta">{texts.tracking.noPublicUrl}</p>}
          <Denied role="member" />
          <ul class="checks">
            {names.map((name) => {
              const stored = campaign[name]
              const value = choice[name] ?? stored
              return (
                <li key={name}>
                  <label>
                    <input
                      type="checkbox"
                      checked={value}
                      disabled={!canWrite || public_url === null}
                      onChange={() => setChoice({ ...choice, [name]: !value })}
                    />{" "}
                    {texts.tracking[name]}
                  </label>
                  <p class="meta">{texts.tracking[`${name}Help`]}</p>
                  {hasConflict && value !== stored && (
                    <span class="text-bad"> {stored ? texts.storedChosen : texts.storedNotChosen}</span>
                  )}
                </li>
              )
            })}
          </ul>
          {canWrite && public_url !== null && (
            <div class="row-actions">
              <button type="button" class="button" disabled={isBusy || Object.keys(choice).length === 0} onClick={save}>
                {texts.tracking.save}
              </button>
            </div>
          )}
          {hasConflict && <p class="text-bad">{texts.tracking.conflict}</p>}
          {error !== undefined && <Failed error={error} />}
        </>
      )}
    </Loaded>
  )
}
