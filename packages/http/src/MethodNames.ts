/**
 * The names of the methods that call operations, in the client and in process. The generator of the client reads this
 * file, so it imports nothing.
 */

/** The methods whose names differ from their operations. They have the names of the use cases. */
const renamed: Readonly<Record<string, string>> = {
  "analytics.log": "activity.log",
  "analytics.overview": "overview.summary",
  "analytics.overviewByAccount": "overview.byAccount",
  "analytics.overviewByCampaign": "overview.byCampaign",
  "analytics.overviewEvents": "overview.events",
  "auth.changePassword": "session.changePassword",
  "auth.create": "keys.create",
  "auth.find": "keys.find",
  "auth.page": "keys.list",
  "auth.revoke": "keys.revoke",
  "auth.rotate": "keys.rotate",
  "auth.session": "session.find",
  "auth.signIn": "session.begin",
  "auth.signOut": "session.end",
  "leads.tag": "tags.assign",
  "sends.forward": "replies.forward",
  "sends.reply": "replies.reply",
  "sends.test": "testMails.send",
  "sends.testSeeds": "testMails.sendToSeeds"
}

/** The resource and the name of the method of an operation. */
export const methodNameOf = (operationId: string): readonly [resource: string, name: string] => {
  const [resource = "", name = ""] = (renamed[operationId] ?? operationId).replace(/\.page$/u, ".list").split(".")
  return [resource, name]
}

/**
 * Operations without a method. The `url` of an attachment is signed, so every program can open it without
 * `attachments.open`.
 */
export const withoutMethod: ReadonlySet<string> = new Set(["attachments.open"])

/** Resources about the server and its key, which do not exist in process. */
export const remoteResources: ReadonlySet<string> = new Set(["session", "system"])
