/** The failures of a use case, and how an app handles them. */
import { createMailroom, MailroomError } from "@mailroom/node"

const mailroom = await createMailroom({ database: "memory" })
const { id } = await mailroom.organizations.create({ name: "Acme" })
const { campaigns } = mailroom.organization(id)

// #region errors
/** The name that was given, or the faults of it, for the form that it came from. */
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
