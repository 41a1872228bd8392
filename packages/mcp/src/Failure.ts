/** Why a call failed, for the agent: the problem of the API (RFC 9457), or one of this server's. It contains no key. */
export interface Problem {
  readonly code: string
  readonly detail: string
  readonly [field: string]: unknown
}

/** A call that failed, with the problem that the agent gets. */
export class Failure extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

export const invalidInput = (detail: string) => new Failure({ code: "invalid_input", detail })
