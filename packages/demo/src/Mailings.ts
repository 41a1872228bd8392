/** The campaigns of the demo, and their mails. */
import type { Campaign, Sequence } from "@mailroom/core"
import type { attachments } from "./Parts.ts"

export interface Step {
  /** `null` means the subject of the previous step. */
  readonly subject: string | null
  /** The text after the greeting. */
  readonly text: string
  /** Days after the previous step. */
  readonly delay_days: number
  /** The days that `delay_days` counts. Default: calendar days. */
  readonly delay_unit?: Sequence.DelayUnit
  /** Default: `null`, none. */
  readonly condition?: Sequence.Condition | null
  /** A file of the mail. */
  readonly attached?: keyof ReturnType<typeof attachments>
  /** Another mail of this step, which every second lead gets. */
  readonly variant?: { readonly subject: string; readonly text: string }
}

interface DemoCampaign extends Campaign.NewCampaign {
  readonly status: Campaign.CampaignStatus
  /** Indexes in `accounts` of `Senders.ts`. */
  readonly from: ReadonlyArray<number>
  readonly leads: number
  /** How many days ago the campaign began. */
  readonly days: number
  /** How many days ago the last lead got its first mail. Default: 0. */
  readonly ended?: number
  /** The hour, in UTC, at which the working day of its leads begins. */
  readonly morning: number
  readonly steps: readonly [Step & { readonly subject: string }, ...ReadonlyArray<Step>]
}

export const campaigns: ReadonlyArray<DemoCampaign> = [
  {
    status: "active",
    name: "Clinics: fewer missed appointments",
    timezone: "Europe/Berlin",
    daily_limit: 80,
    from: [0, 1, 3],
    leads: 520,
    days: 365,
    morning: 7,
    steps: [
      {
        subject: "Empty chairs at {{company}}?",
        delay_days: 0,
        text: `one appointment in nine is missed without a word, at most practices we talk to. We built a
reminder that patients answer with a single tap, and that fills the gap from your waiting list.

Would a ten-minute look next week be worth your time?`,
        variant: {
          subject: "Two taps for your patients",
          text: `a patient who cannot come would mostly say so, if it took no call. Our reminder asks for one
tap, and offers the free time to your waiting list with a second one.

May I show you how it looks on a phone?`
        }
      },
      {
        subject: null,
        delay_days: 3,
        text: `you will have had a full week. One number then, from a practice of your size: eleven empty
chairs in March, two in May.

Shall I show you how they did it?`
      },
      {
        subject: "A last word on empty chairs",
        delay_days: 6,
        text: `I do not want to become one more thing you have to remember, so this is the last I write.

If missed appointments come up again, one word is enough: reply, and I am there.`
      }
    ]
  },
  {
    status: "paused",
    name: "Studios: one calendar for everyone",
    timezone: "America/New_York",
    daily_limit: 50,
    from: [1],
    leads: 260,
    days: 200,
    morning: 13,
    steps: [
      {
        subject: "Who books the small room?",
        delay_days: 0,
        text: `when three people share a studio, the calendar usually lives in somebody's head. Quillmark
keeps rooms, people and equipment on one page, and says no to double bookings before they happen.

May I send you a two-minute video?`
      },
      {
        subject: null,
        delay_days: 4,
        text: `a potter in Portland told us she got four hours a week back. She spends them on glazes.

Is there someone else I should ask?`
      },
      {
        subject: null,
        delay_days: 7,
        text: `I take it the calendar is fine as it is. May I ask once more when the holidays are over?`
      }
    ]
  },
  {
    status: "active",
    name: "Trade fair contacts, second try",
    timezone: "UTC",
    window_zone: "lead",
    skip_days: ["2026-12-24", "2026-12-31"],
    daily_limit: 20,
    stop_on_auto_reply: true,
    from: [2],
    leads: 120,
    days: 45,
    morning: 8,
    steps: [
      {
        subject: "We met between two coffees",
        delay_days: 0,
        text: `you stopped at our stand and asked whether reminders also work by text message. They do now.

Shall I switch it on for you, free for a month?`
      },
      {
        subject: null,
        delay_days: 2,
        delay_unit: "business_days",
        text: `a free month, no card, and it ends by itself. Yes or no is all I need.`
      },
      {
        subject: "Your stand badge is still here",
        delay_days: 5,
        text: `you left it next to the coffee machine. I can post it, together with a voucher.`
      }
    ]
  },
  {
    status: "completed",
    name: "Spring invitation: open workshop",
    timezone: "Europe/London",
    daily_limit: 40,
    from: [0],
    leads: 260,
    days: 44,
    ended: 16,
    morning: 8,
    steps: [
      {
        subject: "A workshop about waiting lists",
        delay_days: 0,
        text: `on the last Friday of the month we explain how practices fill a slot that becomes free an hour before.
It takes forty minutes, over coffee, with two people who do it every day.

May I keep a seat for you?`
      },
      {
        subject: null,
        delay_days: 2,
        text: `there are nine seats left, and the coffee is better than ours usually is.`
      },
      {
        subject: null,
        delay_days: 4,
        text: `the workshop is on Friday. If you cannot come, I can send you the notes: one word is enough.`
      }
    ]
  },
  {
    status: "draft",
    name: "Winter: a look back in numbers",
    timezone: "Europe/Berlin",
    daily_limit: 30,
    from: [0, 2],
    leads: 0,
    days: 1,
    morning: 8,
    track_clicks: true,
    steps: [
      {
        subject: "Your year in appointments",
        delay_days: 0,
        text: `we counted for you: how many appointments you kept, and which hour of the week is the calmest.`
      },
      {
        subject: null,
        delay_days: 3,
        condition: { kind: "not_clicked", otherwise: "end" },
        attached: "numbers",
        text: `here are your numbers as a table, too. It takes a minute to look at them.`
      }
    ]
  }
]

/** The campaign of which leads move to another one when they answer "Not now", and the other one, as indexes of `campaigns`. */
const later = { from: 0, to: 4, after_days: 90 }

/** The rules by which leads of a campaign move. `made`: the created campaigns, in the order of `campaigns`. */
export const movesOf = (
  index: number,
  made: ReadonlyArray<{ readonly id: Campaign.CampaignId }>
): Campaign.Campaign["moves"] => {
  const target = made[later.to]
  if (index !== later.from || target === undefined) return []
  return [{ when: "labelled", label: "not_now", campaign_id: target.id, after_days: later.after_days }]
}
