/**
 * The HTTP API as a value: routes, schemas, errors. The server, the OpenAPI document and the typed client are derived
 * from it. Each capability has a folder: `Group.ts` is its part of the contract, `Handlers.ts` implements it.
 */
import { HttpApi } from "effect/http-api"
import { AccountsGroup } from "./accounts/Group.ts"
import { ActivityGroup } from "./activity/Group.ts"
import { AnalyticsGroup } from "./analytics/Group.ts"
import { AttachmentsGroup } from "./attachments/Group.ts"
import { AuthGroup } from "./auth/Group.ts"
import { BillingGroup } from "./billing/Group.ts"
import { BlacklistGroup } from "./blacklist/Group.ts"
import { CampaignsGroup } from "./campaigns/Group.ts"
import { IntakeGroup } from "./intake/Group.ts"
import { IntegrationsGroup } from "./integrations/Group.ts"
import { LeadsGroup } from "./leads/Group.ts"
import { LogGroup } from "./log/Group.ts"
import { MailboxesGroup } from "./mailboxes/Group.ts"
import { NotesGroup } from "./notes/Group.ts"
import { OrganizationGroup } from "./organization/Group.ts"
import { PeopleGroup } from "./people/Group.ts"
import { SendingGroup } from "./sending/Group.ts"
import { SendsGroup } from "./sends/Group.ts"
import { SequencesGroup } from "./sequences/Group.ts"
import { SystemGroup } from "./system/Group.ts"
import { TagsGroup } from "./tags/Group.ts"
import { ReplyTemplatesGroup } from "./templates/Group.ts"
import { UniboxGroup } from "./unibox/Group.ts"
import { UploadsGroup } from "./uploads/Group.ts"
import { VerificationGroup } from "./verification/Group.ts"
import { strict } from "./pipeline/Body.ts"

export const version = "0.1.0"

/** Its groups are in the order in which a new user needs them. */
export class Api extends HttpApi.make("mailroom")
  .add(
    AuthGroup,
    PeopleGroup,
    AccountsGroup,
    MailboxesGroup,
    CampaignsGroup,
    SequencesGroup,
    LeadsGroup,
    VerificationGroup,
    SendingGroup,
    SendsGroup,
    UniboxGroup,
    NotesGroup,
    ReplyTemplatesGroup,
    UploadsGroup,
    AttachmentsGroup,
    TagsGroup,
    IntakeGroup,
    ActivityGroup,
    AnalyticsGroup,
    BlacklistGroup,
    IntegrationsGroup,
    BillingGroup,
    OrganizationGroup,
    LogGroup,
    SystemGroup
  )
  .annotate(HttpApi.PayloadParseOptions, strict) {}
