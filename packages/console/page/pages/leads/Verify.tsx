/** The dialog that verifies the leads of a campaign: what it costs, how far it is, and what was found. */
import type { VerificationCounts } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { useEffect } from "preact/hooks"
import { api, queries } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { hrefOf } from "../../base/route.ts"
import { Dialog } from "../../kit/Dialog.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { texts } from "./texts.ts"

const t = texts.verification
const statuses = Object.keys(texts.verified) as ReadonlyArray<keyof VerificationCounts>

/** How often a verification that is running is asked for, in milliseconds. */
const often = 2000

export const Verify = ({ campaign_id, onChange, onClose }: VerifyProps) => {
  const key = ["leads", "verification", campaign_id]
  const found = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.verification.find(campaign_id, { signal }),
    refetchInterval: ({ state }) => (state.data?.run?.state === "running" ? often : false)
  })
  const { error, isBusy, run: write } = useWrite("leads")
  const state = found.data?.run?.state
  const checked = found.data?.run?.checked
  useEffect(() => {
    if (checked !== undefined) onChange()
  }, [state, checked])
  const send = (call: () => ReturnType<typeof api.verification.find>) =>
    write(async () => void queries.setQueryData(key, await call()))
  return (
    <Dialog label={t.title} class="dialog-small" onClose={onClose}>
      <Loaded query={found}>
        {({ leads, price, run, verifier }) => (
          <>
            <ul class="lead-side-list">
              {statuses.map((status) => (
                <li key={status}>
                  <a href={hrefOf(["leads"], { campaign: campaign_id, verified: status })} onClick={onClose}>
                    {texts.verified[status]}
                  </a>{" "}
                  {number(leads[status])}
                </li>
              ))}
            </ul>
            {verifier === "mailroom" && <p class="meta">{t.free}</p>}
            {price > 0 && <p class="meta">{t.cost(number(price * (leads.not_verified + leads.unknown)))}</p>}
            {run !== null && (
              <p role="status">
                {t.states[run.state](number(run.checked), number(run.checked + run.remaining))}
                {run.cost > 0 && ` · ${t.paid(number(run.cost))}`}
              </p>
            )}
            {run?.error != null && <p class="text-bad">{run.error}</p>}
            {error !== undefined && <Failed error={error} />}
            <div class="dialog-actions">
              {run?.state === "running" ? (
                <button
                  type="button"
                  class="button"
                  disabled={isBusy}
                  onClick={() => send(() => api.verification.stop(campaign_id))}
                >
                  {t.stop}
                </button>
              ) : (
                <button
                  type="button"
                  class="button button-solid"
                  disabled={isBusy || leads.not_verified + leads.unknown === 0}
                  onClick={() => send(() => api.verification.verify(campaign_id))}
                >
                  {t.begin}
                </button>
              )}
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  )
}

interface VerifyProps {
  readonly campaign_id: string
  /** Called when leads were verified. */
  readonly onChange: () => void
  readonly onClose: () => void
}
