/** All campaigns. */
import { useInfiniteQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { api } from "../../base/api.ts"
import { number } from "../../base/format.ts"
import { go, hrefOf, useRoute } from "../../base/route.ts"
import { useCanWrite } from "../../base/session.ts"
import { Dialog, DialogActions } from "../../kit/Dialog.tsx"
import { TimeZones } from "../../kit/Fields.tsx"
import { useDelayed } from "../../kit/hooks.ts"
import { nextOffset, Rows, Search } from "../../kit/Rows.tsx"
import { Sheet, Table } from "../../kit/Sheet.tsx"
import { Empty, Failed } from "../../kit/States.tsx"
import { useWrite } from "../../kit/useWrite.ts"
import { CampaignPage } from "./CampaignPage.tsx"
import { StatusBadge } from "./parts.tsx"
import { texts } from "./texts.ts"

export const Campaigns = () => {
  const { path } = useRoute()
  const id = path[1]
  return id === undefined ? <List /> : <CampaignPage id={id} key={id} />
}

const NewCampaign = ({ onClose }: { readonly onClose: () => void }) => {
  const { error, isBusy, run } = useWrite("campaigns")
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const input = { name: String(form.get("name")), timezone: String(form.get("timezone")) }
    run(async () => {
      const { id } = await api.campaigns.create(input)
      onClose()
      go(hrefOf(["campaigns", id]))
    })
  }
  return (
    <Dialog label={texts.add} class="dialog-small" onClose={onClose}>
      <form onSubmit={submit}>
        <label class="labelled">
          {texts.name}
          <input class="field" name="name" required maxLength={200} autofocus autocomplete="off" />
        </label>
        <label class="labelled">
          {texts.timezone}
          <input
            class="field"
            name="timezone"
            required
            defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
            list="timezones"
            autocomplete="off"
          />
          <TimeZones id="timezones" />
        </label>
        {error !== undefined && <Failed error={error} />}
        <DialogActions cancel={texts.cancel} submit={texts.create} isDisabled={isBusy} onClose={onClose} />
      </form>
    </Dialog>
  )
}

const List = () => {
  const canWrite = useCanWrite()
  const [search, setSearch] = useState("")
  const [isAdding, setAdding] = useState(false)
  const wanted = useDelayed(search, 250)
  const list = useInfiniteQuery({
    queryKey: ["campaigns", "list", wanted],
    queryFn: ({ pageParam, signal }) =>
      api.campaigns.list({ limit: 100, offset: pageParam, ...(wanted !== "" && { search: wanted }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset
  })
  const total = list.data?.pages[0]?.total
  const add = canWrite && (
    <button type="button" class="button button-solid" onClick={() => setAdding(true)}>
      {texts.add}
    </button>
  )
  return (
    <Sheet
      title={texts.title}
      count={total === undefined ? undefined : number(total)}
      actions={
        <>
          <Search label={texts.search} value={search} onChange={setSearch} />
          {add}
        </>
      }
    >
      <Rows
        query={list}
        isFiltered={wanted !== ""}
        showAll={() => setSearch("")}
        empty={
          <Empty title={texts.empty}>
            <p>{texts.emptyHelp}</p>
            {add}
          </Empty>
        }
      >
        {(rows) => (
          <Table label={texts.title} columns={texts.columns} numbers={[2, 3, 4, 5]}>
            {rows.map(({ counts, id, lead_count, name, status }) => (
              <tr key={id}>
                <td>
                  <a href={hrefOf(["campaigns", id])}>{name}</a>
                </td>
                <td>
                  <StatusBadge status={status} />
                </td>
                <td class="number">{number(lead_count)}</td>
                <td class="number">{number(counts.sent)}</td>
                <td class="number">{number(counts.leads.replied)}</td>
                <td class="number">{number(counts.bounced)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Rows>
      {isAdding && <NewCampaign onClose={() => setAdding(false)} />}
    </Sheet>
  )
}
