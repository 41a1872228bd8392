// Made by `npm run openapi` from the OpenAPI document: do not change it here.

/**
 * Method, path and kind of input of each operation. `:id` is an argument, `{id}` a field of the input; `keyed`
 * takes an `Idempotency-Key`; `once` changes nothing the second time, without a key; `once:field` where the input has the
 * field.
 */
export const operations = {
  accounts: {
    list: "GET /accounts query",
    create: "POST /accounts body keyed",
    update: "PATCH /accounts body",
    remove: "DELETE /accounts body",
    find: "GET /accounts/:id",
    dns: "GET /accounts/:id/dns query"
  },
  activity: {
    record: "POST /events body once",
    list: "GET /events query",
    ofLead: "GET /leads/:id/activity query",
    log: "GET /analytics/campaigns/:campaignId/activity query"
  },
  analytics: {
    summary: "GET /analytics/campaigns/:campaignId/summary query",
    events: "GET /analytics/campaigns/:campaignId/events query",
    byAccount: "GET /analytics/campaigns/:campaignId/by-account query",
    bySequence: "GET /analytics/campaigns/:campaignId/by-sequence query",
    byLink: "GET /analytics/campaigns/:campaignId/by-link query"
  },
  billing: {
    list: "GET /billing/transactions query",
    record: "POST /billing/transactions body keyed once:reference",
    find: "GET /billing/transactions/:id"
  },
  blacklist: {
    emails: "GET /blacklist/emails query",
    addEmails: "POST /blacklist/emails body keyed",
    removeEmails: "DELETE /blacklist/emails body",
    domains: "GET /blacklist/domains query",
    addDomains: "POST /blacklist/domains body keyed",
    removeDomains: "DELETE /blacklist/domains body"
  },
  campaigns: {
    list: "GET /campaigns query",
    create: "POST /campaigns body keyed",
    find: "GET /campaigns/:campaignId",
    update: "PATCH /campaigns/:campaignId body",
    remove: "DELETE /campaigns/:campaignId",
    duplicate: "POST /campaigns/:campaignId/duplicate body keyed",
    start: "POST /campaigns/:campaignId/start keyed",
    pause: "POST /campaigns/:campaignId/pause keyed"
  },
  intake: {
    receive: "POST /inbound/messages mail once"
  },
  integrations: {
    list: "GET /integrations query",
    create: "POST /integrations body keyed",
    find: "GET /integrations/:id",
    update: "PATCH /integrations/:id body",
    remove: "DELETE /integrations/:id",
    test: "POST /integrations/:id/test",
    deliveries: "GET /integrations/:id/deliveries query",
    delivery: "GET /integrations/:id/deliveries/:deliveryId",
    redeliver: "POST /integrations/:id/deliveries/:deliveryId/redeliver keyed"
  },
  keys: {
    list: "GET /keys query",
    create: "POST /keys body keyed",
    find: "GET /keys/:id",
    revoke: "DELETE /keys/:id",
    rotate: "POST /keys/:id/rotate body keyed"
  },
  leads: {
    list: "GET /leads/campaign/{campaign_id} query",
    all: "GET /leads query",
    create: "POST /leads body keyed",
    updateMany: "PATCH /leads body",
    remove: "DELETE /leads body",
    find: "GET /leads/:id",
    update: "PATCH /leads/:id body",
    changeMatching: "POST /leads/matching body keyed",
    pause: "PUT /leads/:id/pause body",
    pauseMany: "POST /leads/pause body keyed"
  },
  log: {
    list: "GET /log query"
  },
  mailboxes: {
    connect: "PUT /accounts/:id/credentials body",
    disconnect: "DELETE /accounts/:id/credentials",
    sync: "POST /accounts/:id/sync body once",
    test: "POST /accounts/:id/test"
  },
  notes: {
    list: "GET /unibox/threads/{thread_id}/notes query",
    create: "POST /unibox/threads/:threadId/notes body keyed",
    update: "PATCH /unibox/notes/:id body",
    remove: "DELETE /unibox/notes/:id"
  },
  organization: {
    find: "GET /organization",
    update: "PATCH /organization body",
    trackingDomain: "GET /organization/tracking-domain"
  },
  overview: {
    summary: "GET /analytics/summary query",
    events: "GET /analytics/events query",
    byAccount: "GET /analytics/by-account query",
    byCampaign: "GET /analytics/by-campaign query"
  },
  people: {
    list: "GET /people query",
    create: "POST /people body keyed",
    find: "GET /people/:id",
    update: "PATCH /people/:id body",
    remove: "DELETE /people/:id",
    invite: "POST /people/:id/invitation keyed"
  },
  replies: {
    reply: "POST /unibox/threads/:id/reply body keyed",
    forward: "POST /unibox/threads/:threadId/messages/:id/forward body keyed"
  },
  replyTemplates: {
    list: "GET /reply-templates query",
    create: "POST /reply-templates body keyed",
    find: "GET /reply-templates/:id",
    update: "PATCH /reply-templates/:id body",
    remove: "DELETE /reply-templates/:id",
    fill: "GET /unibox/threads/:threadId/reply-templates/:id"
  },
  sending: {
    upcoming: "GET /campaigns/:campaignId/upcoming",
    comparisons: "GET /campaigns/:campaignId/comparisons",
    outlook: "GET /upcoming query",
    rehearse: "POST /campaigns/:campaignId/rehearse body",
    preview: "POST /campaigns/:campaignId/preview body"
  },
  sends: {
    list: "GET /sends query",
    find: "GET /sends/:id",
    reschedule: "PATCH /sends/:id body",
    resolve: "POST /sends/:id/resolve body keyed",
    cancel: "POST /sends/:id/cancel",
    discard: "POST /sends/:id/discard once"
  },
  sequences: {
    list: "GET /campaigns/:campaignId/sequences",
    create: "POST /campaigns/:campaignId/sequences body keyed",
    find: "GET /campaigns/:campaignId/sequences/:id",
    update: "PATCH /campaigns/:campaignId/sequences/:id body",
    remove: "DELETE /campaigns/:campaignId/sequences/:id"
  },
  session: {
    find: "GET /session",
    begin: "POST /session body",
    end: "DELETE /session",
    changePassword: "PUT /session/password body"
  },
  system: {
    about: "GET /",
    livez: "GET /livez",
    readyz: "GET /readyz"
  },
  tags: {
    assign: "PUT /leads/:id/tag body",
    list: "GET /tags query",
    create: "POST /tags body keyed",
    find: "GET /tags/:id",
    update: "PATCH /tags/:id body",
    remove: "DELETE /tags/:id"
  },
  testMails: {
    send: "POST /campaigns/:campaignId/test body keyed",
    sendToSeeds: "POST /campaigns/:campaignId/test/seeds body keyed"
  },
  unibox: {
    threads: "GET /unibox/threads query",
    updateMany: "PATCH /unibox/threads body",
    ofLead: "GET /leads/:id/threads query",
    changes: "GET /unibox/changes",
    unread: "GET /unibox/unread query",
    thread: "GET /unibox/threads/:id query",
    update: "PATCH /unibox/threads/:id body",
    beginAnswering: "PUT /unibox/threads/:id/answering",
    endAnswering: "DELETE /unibox/threads/:id/answering"
  },
  uploads: {
    create: "POST /uploads file keyed",
    find: "GET /uploads/:id",
    remove: "DELETE /uploads/:id"
  },
  verification: {
    verify: "POST /campaigns/:campaignId/verify body keyed",
    find: "GET /campaigns/:campaignId/verification",
    stop: "DELETE /campaigns/:campaignId/verification"
  }
}
