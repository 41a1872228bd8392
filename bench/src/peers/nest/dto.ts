/** The shapes of requests, which class-validator checks. */
import { Type } from "class-transformer"
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsObject,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  registerDecorator,
  ValidateIf,
  ValidateNested
} from "class-validator"

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu
const email =
  /^(?!\.)(?!.*\.\.)(?!.*\.@)[^\s@<>()[\]\\,;:"\p{C}]{1,64}@(?:[^.\s@<>()[\]\\,;:"\p{C}]{1,63}\.)*[^.\s@<>()[\]\\,;:"\p{C}]{1,63}$/u

/** Unlike `IsOptional`, rejects null. */
const MayBeMissing = () => ValidateIf((_, value) => value !== undefined)

const Id = () => (target: object, name: string) => {
  IsInt()(target, name)
  Min(1)(target, name)
  Max(Number.MAX_SAFE_INTEGER)(target, name)
}
const Text = (maximum: number) => (target: object, name: string) => {
  IsString()(target, name)
  MaxLength(maximum)(target, name)
  // oxlint-disable-next-line no-control-regex
  Matches(/^[^\u0000]*$/u)(target, name)
}
const Email = () => (target: object, name: string) => {
  Text(254)(target, name)
  Matches(email)(target, name)
}

/** At most a hundred named values. In a patch, null removes a value. */
const CustomFields = (mayRemove: boolean) => (target: object, propertyName: string) => {
  IsObject()(target, propertyName)
  registerDecorator({
    name: "customFields",
    target: target.constructor,
    propertyName,
    validator: {
      validate: (fields: unknown) => {
        const entries = Object.entries(fields ?? {})
        return (
          entries.length <= 100 &&
          entries.every(
            ([name, value]) =>
              /^[a-z][a-z0-9_]{0,63}$/u.test(name) &&
              (typeof value === "number" ||
                typeof value === "boolean" ||
                (typeof value === "string" && value.length <= 4096 && !value.includes("\u0000")) ||
                (mayRemove && value === null))
          )
        )
      }
    }
  })
}

export class CampaignParams {
  @Matches(uuid)
  campaignId!: string
}

export class LeadParams {
  @Type(() => Number)
  @Id()
  id!: number
}

export class LeadPageQuery {
  @MayBeMissing()
  @Type(() => Number)
  @Id()
  after_id?: number
  @Type(() => Number)
  @IsInt()
  @Min(0)
  offset = 0
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit = 50
  @MayBeMissing()
  @IsString()
  @MaxLength(254)
  search?: string
}

export class ThreadPageQuery {
  @IsIn(["replies", "other"])
  tab!: string
  @MayBeMissing()
  @IsString()
  @MaxLength(1000)
  cursor?: string
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit = 50
}

export class SummaryQuery {
  @MayBeMissing()
  @IsIn(["all_time"])
  period?: "all_time"
  @ValidateIf(({ end_date, start_date }) => start_date !== undefined || end_date !== undefined)
  @IsISO8601({ strict: true })
  @Length(10, 10)
  start_date?: string
  @ValidateIf(({ end_date, start_date }) => start_date !== undefined || end_date !== undefined)
  @IsISO8601({ strict: true })
  @Length(10, 10)
  end_date?: string
  @MayBeMissing()
  @IsString()
  timezone?: string
}

class LeadTexts {
  @MayBeMissing()
  @Text(10_000)
  first_name?: string
  @MayBeMissing()
  @Text(10_000)
  last_name?: string
  @MayBeMissing()
  @Text(10_000)
  company?: string
  @MayBeMissing()
  @Text(10_000)
  website?: string
  @MayBeMissing()
  @Text(10_000)
  personalization?: string
}

export class NewLead extends LeadTexts {
  @Email()
  email!: string
  @MayBeMissing()
  @CustomFields(false)
  custom_fields?: Record<string, boolean | number | string | null>
}

export class LeadPatch extends LeadTexts {
  @MayBeMissing()
  @Email()
  email?: string
  @MayBeMissing()
  @CustomFields(true)
  custom_fields?: Record<string, boolean | number | string | null>
  @MayBeMissing()
  @IsBoolean()
  stop_sending?: boolean
}

export class CreateLeads {
  @Matches(uuid)
  campaign_id!: string
  /** Each is checked by itself. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  leads!: Array<unknown>
  @MayBeMissing()
  @IsIn(["skip"])
  on_duplicate?: "skip"
}

class EventData {
  @MayBeMissing()
  @Text(10_000)
  reply_text?: string
  @MayBeMissing()
  @Matches(/^[245]\.\d{1,3}\.\d{1,3}$/u)
  status?: string
  @MayBeMissing()
  @IsBoolean()
  hard?: boolean
  @MayBeMissing()
  @Text(500)
  reason?: string
  @MayBeMissing()
  @Text(2_000)
  url?: string
}

const types =
  "sent delivered opened machine_opened clicked replied auto_replied bounced soft_bounced unsubscribed complained".split(
    " "
  )

export class NewEvent {
  @IsIn(types)
  type!: string
  @Matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u)
  @IsISO8601({ strict: true })
  occurred_at!: string
  @MayBeMissing()
  @Id()
  lead_id?: number
  @MayBeMissing()
  @Matches(uuid)
  campaign_id?: string
  @MayBeMissing()
  @Email()
  email?: string
  @MayBeMissing()
  @Id()
  account_id?: number
  @MayBeMissing()
  @Id()
  sequence_id?: number
  @MayBeMissing()
  @Text(800)
  message_id?: string
  @MayBeMissing()
  @Text(200)
  @Length(1)
  idempotency_key?: string
  @MayBeMissing()
  @IsObject()
  @ValidateNested()
  @Type(() => EventData)
  data?: EventData
}

export class RecordEvents {
  /** Each is checked by itself. */
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(1000)
  events!: Array<unknown>
}
