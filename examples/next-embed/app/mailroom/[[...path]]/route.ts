/** The API below /mailroom. */
import { mailroom } from "../../../lib/mailroom"

// #region route
const handler = async (request: Request) => (await mailroom()).fetch(request)
export { handler as DELETE, handler as GET, handler as OPTIONS, handler as PATCH, handler as POST, handler as PUT }
// #endregion route
