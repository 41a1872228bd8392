/** The observations of a scenario. */
export interface Seen {
  /** The addresses of a campaign's leads, from two pages. */
  readonly emails: ReadonlyArray<string>
  /** The reason why sending to the first lead is stopped, after an update. */
  readonly stopped: string | null
  /** The `code` of the problem for a campaign that does not exist. */
  readonly missing: string | undefined
  /** The pointers of the problem for an invalid lead. */
  readonly faults: ReadonlyArray<string>
}

/**
 * The same steps in each generated client: creates a campaign with two leads, lists and changes them, and provokes
 * problems.
 */
export type Scenario = (baseUrl: string, key: string) => Promise<Seen>

export const missingCampaign = "00000000-0000-7000-8000-000000000000"
