/** The texts of the page that imports leads. */
import type { CreateLeadStatus } from "@mailroom/client"
import { pick } from "../../base/pick.ts"
import type { Foreseen } from "./check.ts"

export const texts = pick("import", {
  title: "Import leads",
  into: (campaign: string) => `Into ${campaign}`,
  optOuts: "People who opted out",
  optOutsHelp: "Their addresses are put on the blacklist before the import: none of them gets mail, in any campaign.",
  optOut: (column: string, lines: string) => `Lines that opt out by "${column}": ${lines}`,
  valueOf: (value: string, lines: string) => `"${value}" (lines: ${lines})`,
  otherValues: (values: string, lines: string) => `${values} other values (lines: ${lines})`,
  noValues: "The column is empty.",
  complete: "The values that are ticked mean that somebody opted out, the others do not",
  question: (columns: string) => `Say first which values mean that somebody opted out: ${columns}`,
  checking: "Checking the addresses…",
  foreseen: "What would happen",
  foreseenOf: {
    created: "New",
    known: "Known in the campaign",
    double: "Double in the file",
    blacklisted: "On the blacklist",
    optedOut: "Opted out",
    invalid: "Not valid"
  } satisfies Record<keyof Foreseen, string>,
  optedOut: "Opted out",
  drop: "Drop the file here, or",
  steps: ["Choose a file", "Check the columns", "Import"],
  choose: "Choose a CSV file",
  chooseHelp: "A file of Excel or of any CRM, saved as CSV. Its first line has the names of the columns.",
  reading: "Reading the file…",
  notRead: "This file has no lines, or is not a CSV file.",
  mapping: "Columns",
  mappingHelp: "What each column is. Other columns become custom fields, which texts can use as {{custom.name}}.",
  column: "Column",
  example: "For example",
  is: "Is",
  ignore: "Leave out",
  custom: (name: string) => `Custom field ${name}`,
  nameOf: (column: string) => `Name of the custom field for ${column}`,
  noName: (number: string) => `(column ${number} without a name)`,
  leftOut: (columns: string) => `Left out: ${columns}`,
  repeated: (names: string) => `Several columns are ${names}: choose one, or give the others another name.`,
  fields: {
    email: "Address",
    first_name: "First name",
    last_name: "Last name",
    company: "Company",
    website: "Website",
    personalization: "Personal line"
  },
  lines: (count: string) => (count === "1" ? "1 line" : `${count} lines`),
  withoutAddress: (count: string) => `Without an address, so left out: ${count}`,
  noAddress: "Choose the column with the address.",
  duplicates: "Leads that are there already",
  duplicatesOf: { skip: "Stay as they are", update: "Get the values of the file" },
  start: (count: string) => (count === "1" ? "Import 1 lead" : `Import ${count} leads`),
  resume: "Go on",
  progress: (done: string, all: string) => `${done} of ${all}`,
  done: "The file is imported",
  results: {
    created: "Added",
    updated: "Changed",
    duplicate: "There already",
    blacklisted: "On the blacklist",
    invalid: "Not valid"
  } satisfies Record<CreateLeadStatus, string>,
  rejected: "Save the rejected lines",
  rejectedFile: "rejected.csv",
  toLeads: "Open the leads",
  keepOpen: "Keep this page open. If it is closed, choose the same file again: it goes on where it was."
})
