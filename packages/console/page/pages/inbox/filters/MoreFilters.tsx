/** The second line of filters of the inbox: state, campaign, account and days. */
import { useQuery } from "@tanstack/preact-query"
import { X } from "lucide-preact"
import { go, hrefOf } from "../../../base/route.ts"
import { useSession } from "../../../base/session.ts"
import { accountsQuery, campaignsQuery } from "../../../data/campaigns.ts"
import { peopleQuery } from "../../../data/people.ts"
import { QueryFailed } from "../../../kit/States.tsx"
import { type Filters, linkTo, noFilters } from "../data.ts"
import { texts } from "./texts.ts"
import "./filters.css"

const states = Object.keys(texts.states) as ReadonlyArray<Filters["state"]>

export const MoreFilters = ({ filters, onClear }: MoreFiltersProps) => {
  const campaigns = useQuery(campaignsQuery)
  const accounts = useQuery(accountsQuery)
  const people = useQuery(peopleQuery)
  const isPerson = useSession()?.person != null
  const { account, assigned, campaign, from, state, to } = filters
  const set = (change: Partial<Filters>) => go(linkTo({ ...filters, ...change }), { replace: true })
  const name = campaigns.data?.find(({ id }) => id === campaign)?.name
  return (
    <div class="more-filters" role="group" aria-label={texts.title}>
      <select
        class="field more-filters-wide"
        aria-label={texts.state}
        value={state}
        onChange={({ currentTarget }) => set({ state: states[currentTarget.selectedIndex] ?? "open" })}
      >
        {states.map((name) => (
          <option value={name} key={name}>
            {texts.states[name]}
          </option>
        ))}
      </select>
      <select
        class="field"
        aria-label={texts.account}
        value={account ?? ""}
        onChange={({ currentTarget }) => set({ account: Number(currentTarget.value) || undefined })}
      >
        <option value="">{texts.anyAccount}</option>
        {accounts.data?.map(({ email, id }) => (
          <option value={id} key={id}>
            {email}
          </option>
        ))}
      </select>
      <select
        class="field"
        aria-label={texts.campaign}
        value={campaign ?? ""}
        onChange={({ currentTarget }) => set({ campaign: currentTarget.value || undefined })}
      >
        <option value="">{texts.anyCampaign}</option>
        {campaigns.data?.map(({ id, name }) => (
          <option value={id} key={id}>
            {name}
          </option>
        ))}
      </select>
      {people.data !== undefined && people.data.length > 0 && (
        <select
          class="field more-filters-wide"
          aria-label={texts.assigned}
          value={assigned ?? ""}
          onChange={({ currentTarget }) => set({ assigned: currentTarget.value || undefined })}
        >
          <option value="">{texts.anybody}</option>
          {isPerson && <option value="me">{texts.me}</option>}
          <option value="none">{texts.nobody}</option>
          {people.data.map(({ id, name }) => (
            <option value={id} key={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <label>
        {texts.from}
        <input
          class="field"
          type="date"
          value={from ?? ""}
          max={to}
          onChange={({ currentTarget }) => set({ from: currentTarget.value || undefined })}
        />
      </label>
      <label>
        {texts.to}
        <input
          class="field"
          type="date"
          value={to ?? ""}
          min={from}
          onChange={({ currentTarget }) => set({ to: currentTarget.value || undefined })}
        />
      </label>
      <p class="more-filters-wide list-campaign">
        {campaign === undefined ? <span /> : <a href={hrefOf(["campaigns", campaign])}>{name ?? texts.oneCampaign}</a>}
        {campaign !== undefined && (
          <a class="icon-button" href={linkTo({ ...filters, campaign: undefined })} aria-label={texts.allCampaigns}>
            <X size={16} aria-hidden="true" />
          </a>
        )}
        <a href={linkTo(noFilters(filters.tab))} onClick={onClear}>
          {texts.clear}
        </a>
      </p>
      <QueryFailed query={campaigns} />
      <QueryFailed query={accounts} />
      <QueryFailed query={people} />
    </div>
  )
}

interface MoreFiltersProps {
  readonly filters: Filters
  /** Runs when all filters are removed. */
  readonly onClear: () => void
}
