/** One campaign: its numbers, what happens next, its steps and its activity. */
import { type Campaign, MailroomError } from "@mailroom/client"
import { useQuery } from "@tanstack/preact-query"
import { Ellipsis } from "lucide-preact"
import { useRef, useState } from "preact/hooks"
import { api, queries } from "../../base/api.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { toast } from "../../base/undo.ts"
import { campaignQuery, numbersQuery, stepsQuery } from "../../data/campaigns.ts"
import { Menu } from "../../kit/Menu.tsx"
import { Tabs } from "../../kit/Rows.tsx"
import { Sheet } from "../../kit/Sheet.tsx"
import { Failed, Loaded } from "../../kit/States.tsx"
import { late } from "../../kit/late.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { Activity } from "./Activity.tsx"
import { Checklist } from "./Checklist.tsx"
import { Overview } from "./Overview.tsx"
import { parts, StatusBadge } from "./parts.tsx"
import { Settings } from "./Settings.tsx"
import { hasDrafts, isUploading, Steps } from "./Steps.tsx"
import { texts } from "./texts.ts"

const StartDialog = late(async () => (await import("./start/StartDialog.tsx")).StartDialog)

/** Whether a draft has an account, a step and a lead. Otherwise the start says what is missing. */
const isComplete = async ({ account_ids, id }: Campaign): Promise<boolean> => {
  const [steps, numbers] = await Promise.all([
    queries.fetchQuery({ ...stepsQuery(id), staleTime: 0 }),
    queries.fetchQuery({ ...numbersQuery(id), staleTime: 0 })
  ])
  return account_ids.length > 0 && steps.data.length > 0 && numbers.leads.total > 0
}

const StartOrPause = ({ campaign, write }: StartProps) => {
  const { id, status } = campaign
  const [isAsking, setAsking] = useState(false)
  const start = () =>
    write.run(
      () => api.campaigns.start(id),
      () => toast(texts.started)
    )
  /** A draft that can be started asks first: its mails cannot be taken back. */
  const press = async () => {
    // Otherwise the mails would have other texts and files than those on the page.
    const isLate = isUploading(id)
    if (isLate || hasDrafts(id)) {
      go(hrefOf(["campaigns", id, "steps"]))
      toast(isLate ? texts.steps.files.uploading : texts.steps.saveFirst, { kind: "bad" })
    } else if (status === "draft" && (await isComplete(campaign).catch(() => true))) setAsking(true)
    else start()
  }
  return status === "active" ? (
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
    <>
      <button type="button" class="button button-solid" disabled={write.isBusy} onClick={() => void press()}>
        {texts.start}
      </button>
      {isAsking && <StartDialog campaign={campaign} onClose={() => setAsking(false)} onStart={start} />}
    </>
  )
}

interface StartProps {
  readonly campaign: Campaign
  readonly write: ReturnType<typeof useWrite>
}

const Rehearsal = late(async () => (await import("./rehearsal/Rehearsal.tsx")).Rehearsal)

const noIssues: ReadonlyArray<never> = []

/** A value, until one of the data that it is about has changed. */
const useUntilChanged = <A,>(value: A | undefined, ...data: ReadonlyArray<unknown>): A | undefined => {
  const seen = useRef({ value, data })
  if (seen.current.value !== value) seen.current = { value, data }
  return seen.current.data.every((part, index) => Object.is(part, data[index])) ? value : undefined
}

export const CampaignPage = ({ id }: { readonly id: string }) => {
  const { path } = useRoute()
  const canWrite = useCanWrite()
  const campaign = useQuery(campaignQuery(id))
  const write = useWrite("campaigns")
  const part = parts.find((part) => part === path[2]) ?? "overview"
  const steps = useQuery({ ...stepsQuery(id), enabled: false })
  const found = write.error instanceof MailroomError ? write.error.issues : undefined
  const issues = useUntilChanged(found, campaign.data, steps.data) ?? noIssues
  return (
    <Sheet
      title={campaign.data?.name ?? texts.title}
      back={{ href: hrefOf(["campaigns"]), text: texts.title }}
      badge={campaign.data !== undefined && <StatusBadge status={campaign.data.status} />}
      tabs={
        <Tabs
          label={texts.title}
          tabs={[
            ...parts
              .filter((name) => canWrite || name !== "rehearsal")
              .map((name) => ({
                href: hrefOf(name === "overview" ? ["campaigns", id] : ["campaigns", id, name]),
                text: texts.parts[name],
                isCurrent: name === part
              })),
            { href: hrefOf(["leads"], { campaign: id }), text: texts.leads, isCurrent: false },
            { href: hrefOf(["inbox", "replies"], { campaign: id }), text: texts.replies, isCurrent: false }
          ]}
        />
      }
      actions={
        canWrite &&
        campaign.data !== undefined && (
          <>
            <Menu id="campaign-actions" class="icon-button" icon={Ellipsis} label={texts.more}>
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
            </Menu>
            <StartOrPause campaign={campaign.data} write={write} />
          </>
        )
      }
    >
      {found === undefined && write.error !== undefined && <Failed error={write.error} />}
      {campaign.data !== undefined && <Checklist campaign={campaign.data} issues={issues} />}
      <Loaded query={campaign}>
        {(campaign) =>
          part === "steps" ? (
            <Steps id={id} />
          ) : part === "rehearsal" ? (
            <Rehearsal id={id} />
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
