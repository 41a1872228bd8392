/** The buttons that choose the period, and the fields for two days. */
import { hrefOf, go, type Query } from "../../base/route.ts"
import { lastDays, type Period, periodOf, presets } from "./period.ts"
import { texts } from "./texts.ts"

export const PeriodPicker = ({ of, period: { asked } }: PeriodPickerProps) => {
  const isDays = "start_date" in asked
  const choose = (query: Period["query"]) => go(hrefOf(["analytics"], { ...query, ...of }))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    choose(periodOf({ from: String(form.get("from")), to: String(form.get("to")) }).query)
  }
  return (
    <>
      <div class="segments" role="group" aria-label={texts.period}>
        {presets.map((name) => (
          <button
            type="button"
            class="segment"
            aria-pressed={!isDays && asked.period === name}
            onClick={() => choose({ period: name })}
            key={name}
          >
            {texts.periods[name]}
          </button>
        ))}
        <button type="button" class="segment" aria-pressed={isDays} onClick={() => isDays || choose(lastDays())}>
          {texts.dates}
        </button>
      </div>
      {isDays && (
        <form class="days" onSubmit={submit} key={`${asked.start_date} ${asked.end_date}`}>
          <input
            class="field"
            type="date"
            name="from"
            aria-label={texts.from}
            required
            defaultValue={asked.start_date}
          />
          <input class="field" type="date" name="to" aria-label={texts.to} required defaultValue={asked.end_date} />
          <button class="button">{texts.show}</button>
        </form>
      )}
    </>
  )
}

interface PeriodPickerProps {
  readonly period: Period
  /** The campaigns that the page is about, as they are in the route. */
  readonly of: Query
}
