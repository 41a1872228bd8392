/** A page that calls the use cases, without HTTP. */
import { headers } from "next/headers"
import { mailroom, organizationOf } from "../lib/mailroom"

// #region page
export default async function Page() {
  const id = await organizationOf((await headers()).get("cookie"))
  if (id === null) return <p>Sign in first</p>
  const { campaigns } = (await mailroom()).organization(id)
  const { data } = await campaigns.list()
  return (
    <ul>
      {data.map((campaign) => (
        <li key={campaign.id}>{campaign.name}</li>
      ))}
    </ul>
  )
}
// #endregion page
