/** The failures of a use case, and how an app handles them. */
import { createMailroom, MailroomError } from "@mailroom/node"

const mailroom = await createMailroom({ database: "memory" })
const { id } = await mailroom.organizations.create({ name: "Acme" })
const { campaigns } = mailroom.organization(id)

// #region errors
/** Returns the name of the new campaign, or the faults of the input, to show in a form. */
const createCampaign = async (name: string) => {
  try {
    return (await campaigns.create({ name })).name
  } catch (error) {
    if (error instanceof MailroomError && error.code === "invalid_request") return error.errors
    throw error
  }
}
// #endregion errors

console.log(await createCampaign("Autumn"), await createCampaign(""))
await mailroom.close()
