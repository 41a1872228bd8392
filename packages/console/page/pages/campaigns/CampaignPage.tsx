/** One campaign: its numbers, what happens next, its steps and its activity. */
import { type Campaign, type CampaignIssue, MailroomError } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { api } from "../../base/api.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { campaignQuery } from "../../data/campaigns.ts"
import { Tabs } from "../../kit/Rows.tsx"
import { Sheet } from "../../kit/Sheet.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { Activity } from "./Activity.tsx"
import { Overview, showAccounts } from "./Overview.tsx"
import { parts, StatusBadge } from "./parts.tsx"
import { Settings } from "./Settings.tsx"
import { hasDrafts, Steps } from "./Steps.tsx"
import { texts } from "./texts.ts"

/** Where each issue is cured. */
const cureOf = (issue: CampaignIssue, id: string): { readonly href: string; readonly text: string } => {
  switch (issue) {
    case "no_account":
      return { href: hrefOf(["campaigns", id]), text: texts.cures.no_account }
    case "no_sequence":
      return { href: hrefOf(["campaigns", id, "steps"]), text: texts.cures.no_sequence }
    case "invalid_step":
      return { href: hrefOf(["campaigns", id, "steps"]), text: texts.cures.invalid_step }
    case "no_lead":
      return { href: hrefOf(["import", id]), text: texts.cures.no_lead }
    case "no_inbound":
      return { href: hrefOf(["accounts"]), text: texts.cures.no_inbound }
    case "no_public_url":
      return { href: hrefOf(["campaigns", id, "steps"]), text: texts.cures.invalid_step }
  }
}

const Issues = ({ id, issues }: { readonly id: string; readonly issues: ReadonlyArray<CampaignIssue> }) => (
  <section class="sheet-section" role="alert">
    <h2>{texts.issuesTitle}</h2>
    <ul>
      {issues.map((issue) => {
        const cure = cureOf(issue, id)
        return (
          <li key={issue}>
            {texts.issues[issue]}{" "}
            <a href={cure.href} onClick={issue === "no_account" ? showAccounts : undefined}>
              {cure.text}
            </a>
          </li>
        )
      })}
    </ul>
  </section>
)

const StartOrPause = ({ campaign: { id, status }, write }: StartProps) =>
  status === "active" ? (
    <button
      type="button"
      class="button"
      disabled={write.isBusy}
      onClick={() =>
        write.run(
          () => api.campaigns.pause(id),
          () => toast(texts.paused)
        )
      }
    >
      {texts.pause}
    </button>
  ) : (
    <button
      type="button"
      class="button button-solid"
      disabled={write.isBusy}
      onClick={() => {
        // Otherwise the mails would have another text than the one on the page.
        if (hasDrafts(id)) {
          go(hrefOf(["campaigns", id, "steps"]))
          toast(texts.steps.saveFirst, { kind: "bad" })
          return
        }
        write.run(
          () => api.campaigns.start(id),
          () => toast(texts.started)
        )
      }}
    >
      {texts.start}
    </button>
  )

interface StartProps {
  readonly campaign: Campaign
  readonly write: ReturnType<typeof useWrite>
}

export const CampaignPage = ({ id }: { readonly id: string }) => {
  const { path } = useRoute()
  const canWrite = useCanWrite()
  const campaign = useQuery(campaignQuery(id))
  const write = useWrite("campaigns")
  const part = parts.find((part) => part === path[2]) ?? "overview"
  const issues = write.error instanceof MailroomError ? write.error.issues : undefined
  return (
    <Sheet
      title={campaign.data?.name ?? texts.title}
      actions={
        <>
          {campaign.data !== undefined && <StatusBadge status={campaign.data.status} />}
          <Tabs
            label={texts.title}
            tabs={[
              ...parts.map((name) => ({
                href: hrefOf(name === "overview" ? ["campaigns", id] : ["campaigns", id, name]),
                text: texts.parts[name],
                isCurrent: name === part
              })),
              { href: hrefOf(["leads"], { campaign: id }), text: texts.leads, isCurrent: false },
              { href: hrefOf(["inbox", "replies"], { campaign: id }), text: texts.replies, isCurrent: false }
            ]}
          />
          {canWrite && campaign.data !== undefined && (
            <>
              <button
                type="button"
                class="button"
                disabled={write.isBusy}
                onClick={() =>
                  write.run(
                    async () => go(hrefOf(["campaigns", (await api.campaigns.duplicate(id)).id])),
                    () => toast(texts.duplicated)
                  )
                }
              >
                {texts.duplicate}
              </button>
              <StartOrPause campaign={campaign.data} write={write} />
            </>
          )}
        </>
      }
    >
      {issues !== undefined && issues.length > 0 ? (
        <Issues id={id} issues={issues} />
      ) : (
        write.error !== undefined && <Failed error={write.error} />
      )}
      <Loaded query={campaign}>
        {(campaign) =>
          part === "steps" ? (
            <Steps id={id} />
          ) : part === "activity" ? (
            <Activity id={id} />
          ) : part === "settings" ? (
            <Settings campaign={campaign} />
          ) : (
            <Overview campaign={campaign} />
          )
        }
      </Loaded>
    </Sheet>
  )
}
