/** The texts of the inbox. */
export const texts = {
  title: "Inbox",
  tabs: { replies: "Replies", other: "Other" },
  noSubject: "(no subject)",
  you: "You",
  empty: "No conversations here",
  emptyFilter: "No conversation matches",
  showAll: "Show all",
  more: "Load more"
} as const
