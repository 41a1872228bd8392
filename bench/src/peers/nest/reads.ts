/** Threads and analytics: what is only read. */
import { BadRequestException, Controller, Get, Injectable, NotFoundException, Param, Query } from "@nestjs/common"
import { InjectRepository } from "@nestjs/typeorm"
import { DataSource, Repository } from "typeorm"
import { makeCursors, threadOf } from "../shared.ts"
import { summaryOf } from "../summary.ts"
import { Organization, queryOf } from "./auth.ts"
import { CampaignParams, SummaryQuery, ThreadPageQuery } from "./dto.ts"
import { Thread } from "./entities.ts"

@Injectable()
class ThreadsService {
  private readonly cursors: ReturnType<typeof makeCursors>

  constructor(
    source: DataSource,
    @InjectRepository(Thread) private readonly threads: Repository<Thread>
  ) {
    this.cursors = makeCursors(queryOf(source))
  }

  async page(organization_id: number, { cursor, limit, tab }: ThreadPageQuery) {
    const cursors = await this.cursors
    const scope = `threads\n${organization_id}\n${tab}`
    const place = cursor === undefined ? undefined : cursors.decode(scope, cursor)
    if (cursor !== undefined && place === undefined) throw new BadRequestException()
    const query = this.threads
      .createQueryBuilder("thread")
      .where({ organization_id, tab })
      .andWhere("thread.is_listed")
      .orderBy({ "thread.last_date_sent": "DESC", "thread.id": "DESC" })
      .limit(limit + 1)
    if (place !== undefined)
      query.andWhere("(thread.last_date_sent, thread.id) < (:date::timestamptz, :id::bigint)", place)
    const rows = await query.getMany()
    const data = rows.slice(0, limit)
    const last = data.at(-1)
    const next = rows.length > limit && last !== undefined ? { date: last.last_date_sent, id: last.id } : undefined
    return {
      data: data.map(threadOf),
      has_more: next !== undefined,
      next_cursor: next && cursors.encode(scope, next)
    }
  }
}

@Controller("unibox")
class UniboxController {
  constructor(private readonly threads: ThreadsService) {}

  @Get("threads")
  page(@Organization() organization: number, @Query() query: ThreadPageQuery) {
    return this.threads.page(organization, query)
  }
}

@Controller("analytics/campaigns/:campaignId")
class AnalyticsController {
  constructor(private readonly source: DataSource) {}

  @Get("summary")
  async summary(@Organization() organization: number, @Param() params: CampaignParams, @Query() query: SummaryQuery) {
    const campaign = params.campaignId.toLowerCase()
    const summary = await summaryOf(queryOf(this.source), organization, campaign, query)
    if (summary === undefined) throw new NotFoundException()
    return summary
  }
}

export const reads = { controllers: [UniboxController, AnalyticsController], providers: [ThreadsService] }
