// Made by `npm run openapi` from the OpenAPI document: do not change it here.
/* oxlint-disable max-lines */
import type { Tool } from "../Tool.ts"

export const version = "0.1.0"

export const tools: ReadonlyArray<Tool> = [
  {
    "name": "auth_session",
    "operation": "auth.session",
    "title": "Get the organization and the access of the API key",
    "description": "Get the organization and the access of the API key. Shows the organization of a client, and its access.",
    "method": "GET",
    "path": "/session",
    "query": [],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {},
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "unibox_threads",
    "operation": "unibox.threads",
    "title": "List the threads of a tab, the newest message first",
    "description": "List the threads of a tab, the newest message first. All filters apply. `search` finds a substring, ignoring case and accents, of a message's subject, addresses and names and of the first 2000 characters of its `reply_text`. `tag_id` is the tag of the lead. A filter for something that does not exist matches no threads. A cursor is valid for the filters with which it was created.",
    "method": "GET",
    "path": "/unibox/threads",
    "query": [
      "tab",
      "state",
      "search",
      "campaign_id",
      "account_id",
      "lead_id",
      "tag_id",
      "assigned_to",
      "is_new",
      "since",
      "until",
      "cursor",
      "limit"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "tab": {
          "type": "string",
          "enum": [
            "replies",
            "other"
          ],
          "description": "`replies`: threads in which a lead replied. `other`: all other threads with incoming mail."
        },
        "state": {
          "type": "string",
          "enum": [
            "open",
            "done",
            "snoozed"
          ],
          "description": "Only threads in this state. Default: threads in every state."
        },
        "search": {
          "type": "string",
          "maxLength": 254,
          "description": "A substring, ignoring case and accents, of a message's subject, addresses or names, or of the first 2000 characters of its `reply_text`."
        },
        "campaign_id": {
          "type": "string",
          "format": "uuid",
          "description": "Only threads of this campaign."
        },
        "account_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only threads of this account."
        },
        "lead_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only threads of this lead."
        },
        "tag_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only threads whose lead has this reply tag."
        },
        "assigned_to": {
          "type": "string",
          "pattern": "^(?:me|none|[1-9][0-9]{0,15})$",
          "description": "Only threads that this person takes care of. `me`: the person of the session; `none`: nobody."
        },
        "is_new": {
          "type": "boolean",
          "description": "`true`: only threads with new messages. `false`: only threads without new messages."
        },
        "since": {
          "type": "string",
          "format": "date-time",
          "description": "Only threads whose newest message was sent at this instant or later."
        },
        "until": {
          "type": "string",
          "format": "date-time",
          "description": "Only threads whose newest message was sent before this instant."
        },
        "cursor": {
          "type": "string",
          "maxLength": 1000,
          "description": "`next_cursor` of the page before, with the same filters. Opaque."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 25,
          "default": 10,
          "description": "The maximum number of rows in a page."
        }
      },
      "required": [
        "tab"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "unibox_thread",
    "operation": "unibox.thread",
    "title": "Get a thread with its messages",
    "description": "Get a thread with its messages. The oldest message first; with `order=desc` the newest.",
    "method": "GET",
    "path": "/unibox/threads/{id}",
    "query": [
      "order",
      "account_id",
      "cursor",
      "limit"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The id of a thread."
        },
        "order": {
          "type": "string",
          "enum": [
            "asc",
            "desc"
          ],
          "description": "Default: `asc`, the oldest message first. `desc`: the newest first."
        },
        "account_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "`reply` is about an answer from this account. Default: the account of the conversation."
        },
        "cursor": {
          "type": "string",
          "maxLength": 1000,
          "description": "`next_cursor` of the page before, with the same filters. Opaque."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 25,
          "default": 10,
          "description": "The maximum number of rows in a page."
        }
      },
      "required": [
        "id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "unibox_unread",
    "operation": "unibox.unread",
    "title": "Count the new threads of each tab",
    "description": "Count the new threads of each tab. All filters apply, as in `GET /unibox/threads`; at most 1000 are counted, with `search` at most 100. To check whether anything changed, use `GET /unibox/changes`.",
    "method": "GET",
    "path": "/unibox/unread",
    "query": [
      "state",
      "search",
      "campaign_id",
      "account_id",
      "lead_id",
      "tag_id",
      "assigned_to",
      "since",
      "until"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "state": {
          "type": "string",
          "enum": [
            "open",
            "done",
            "snoozed"
          ],
          "description": "Only threads in this state. Default: threads in every state."
        },
        "search": {
          "type": "string",
          "maxLength": 254,
          "description": "A substring, ignoring case and accents, of a message's subject, addresses or names, or of the first 2000 characters of its `reply_text`."
        },
        "campaign_id": {
          "type": "string",
          "format": "uuid",
          "description": "Only threads of this campaign."
        },
        "account_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only threads of this account."
        },
        "lead_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only threads of this lead."
        },
        "tag_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only threads whose lead has this reply tag."
        },
        "assigned_to": {
          "type": "string",
          "pattern": "^(?:me|none|[1-9][0-9]{0,15})$",
          "description": "Only threads that this person takes care of. `me`: the person of the session; `none`: nobody."
        },
        "since": {
          "type": "string",
          "format": "date-time",
          "description": "Only threads whose newest message was sent at this instant or later."
        },
        "until": {
          "type": "string",
          "format": "date-time",
          "description": "Only threads whose newest message was sent before this instant."
        }
      },
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "unibox_of_lead",
    "operation": "unibox.ofLead",
    "title": "List a lead's threads, the newest message first",
    "description": "List a lead's threads, the newest message first. Lists threads of both tabs. A thread without an inbound message is not listed.",
    "method": "GET",
    "path": "/leads/{id}/threads",
    "query": [
      "cursor",
      "limit"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The id of a lead."
        },
        "cursor": {
          "type": "string",
          "maxLength": 1000,
          "description": "`next_cursor` of the page before, with the same filters. Opaque."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 25,
          "default": 10,
          "description": "The maximum number of rows in a page."
        }
      },
      "required": [
        "id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "leads_all",
    "operation": "leads.all",
    "title": "List the leads of all campaigns, the newest first",
    "description": "List the leads of all campaigns, the newest first. Filters apply together; a campaign or a tag that does not exist has no leads. A cursor is valid for the filters with which it was created.",
    "method": "GET",
    "path": "/leads",
    "query": [
      "cursor",
      "limit",
      "search",
      "email",
      "status",
      "stop_sending",
      "tag_id",
      "verification_status",
      "updated_since",
      "first_event",
      "first_since",
      "first_until",
      "first_account_id",
      "first_sequence_id",
      "is_positive",
      "campaign_id",
      "include"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "cursor": {
          "type": "string",
          "maxLength": 1000,
          "description": "`next_cursor` of the page before, with the same filters. Opaque."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 25,
          "default": 10,
          "description": "The maximum number of rows in a page."
        },
        "search": {
          "type": "string",
          "maxLength": 254,
          "description": "A substring of the address, as given or with its domain in punycode, of first and last name, or of the company, ignoring case and accents."
        },
        "email": {
          "type": "string",
          "maxLength": 254,
          "format": "email",
          "description": "Only leads with this address, ignoring case, with its domain in Unicode or punycode."
        },
        "status": {
          "type": "string",
          "enum": [
            "Not contacted",
            "Sent",
            "Bounce",
            "Replied",
            "Opened"
          ],
          "description": "Only leads with this status."
        },
        "stop_sending": {
          "type": "boolean",
          "description": "`true`: only stopped leads. `false`: only leads that are not stopped."
        },
        "tag_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only leads with this reply tag."
        },
        "verification_status": {
          "type": "string",
          "enum": [
            "valid",
            "unknown",
            "accept_all",
            "invalid",
            "disposable",
            "not_verified"
          ],
          "description": "Only leads whose address has this status."
        },
        "updated_since": {
          "type": "string",
          "format": "date-time",
          "description": "Only leads created or changed since this instant."
        },
        "first_event": {
          "type": "string",
          "enum": [
            "sent",
            "opened",
            "clicked",
            "replied",
            "bounced",
            "unsubscribed"
          ],
          "description": "Only leads with an event of this type. The other filters of the first event apply to it: with `first_sequence_id`, to the first one of the step."
        },
        "first_since": {
          "type": "string",
          "format": "date-time",
          "description": "Only leads whose first event occurred at this instant or later; with `first_event`."
        },
        "first_until": {
          "type": "string",
          "format": "date-time",
          "description": "Only leads whose first event occurred before this instant; with `first_event`."
        },
        "first_account_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only leads whose first event counts for this account; with `first_event`."
        },
        "first_sequence_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only leads whose first event counts for this step, or variant; with `first_event`."
        },
        "is_positive": {
          "type": "boolean",
          "description": "`true`: only leads whose reply tag is positive. `false`: only leads whose tag is not positive, or that have none."
        },
        "campaign_id": {
          "type": "string",
          "format": "uuid",
          "description": "Only leads of this campaign."
        },
        "include": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "custom_fields",
              "effective_state"
            ],
            "description": "A part of a lead that lists have on request."
          },
          "description": "What each lead has in addition: its `custom_fields` and `timezone`, its `effective_state`."
        }
      },
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "leads_find",
    "operation": "leads.find",
    "title": "Get a lead with its custom fields and its effective state",
    "description": "Get a lead with its custom fields and its effective state. `effective_state` says whether the lead may be mailed, and otherwise each reason, the one that wins first. Lists show both with `include=custom_fields,effective_state`.",
    "method": "GET",
    "path": "/leads/{id}",
    "query": [],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The id of a lead."
        }
      },
      "required": [
        "id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "activity_of_lead",
    "operation": "activity.ofLead",
    "title": "A lead's events one by one, the newest first",
    "description": "A lead's events one by one, the newest first. Ordered by `occurred_at`, then id.",
    "method": "GET",
    "path": "/leads/{id}/activity",
    "query": [
      "types",
      "cursor",
      "limit"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The id of a lead."
        },
        "types": {
          "type": "array",
          "items": {
            "type": "string",
            "enum": [
              "sent",
              "delivered",
              "opened",
              "machine_opened",
              "clicked",
              "replied",
              "auto_replied",
              "bounced",
              "soft_bounced",
              "unsubscribed",
              "complained"
            ],
            "description": "`machine_opened`: a prefetch by a machine. `bounced`: a permanent failure; `soft_bounced`: a temporary one. `auto_replied`: a reply that a machine wrote."
          },
          "description": "Only events of these types."
        },
        "cursor": {
          "type": "string",
          "maxLength": 1000,
          "description": "`next_cursor` of the page before, with the same filters. Opaque."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 25,
          "default": 10,
          "description": "The maximum number of rows in a page."
        }
      },
      "required": [
        "id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "tags_page",
    "operation": "tags.page",
    "title": "List the reply tags, by ascending id",
    "description": "List the reply tags, by ascending id. An organization has only a few tags; `total` is their number.",
    "method": "GET",
    "path": "/tags",
    "query": [
      "after_id",
      "offset",
      "limit"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "after_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only rows with a greater id. It does not narrow `total`."
        },
        "offset": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "default": 0,
          "description": "The number of rows to skip."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 25,
          "default": 10,
          "description": "The maximum number of rows in a page."
        }
      },
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "reply_templates_page",
    "operation": "replyTemplates.page",
    "title": "List the reply templates, by ascending id",
    "description": "List the reply templates, by ascending id. The bodies are templates: their variables are not replaced.",
    "method": "GET",
    "path": "/reply-templates",
    "query": [
      "after_id",
      "offset",
      "limit"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "after_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only rows with a greater id. It does not narrow `total`."
        },
        "offset": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "default": 0,
          "description": "The number of rows to skip."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 25,
          "default": 10,
          "description": "The maximum number of rows in a page."
        }
      },
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "reply_templates_fill",
    "operation": "replyTemplates.fill",
    "title": "Fill a reply template for a thread",
    "description": "Fill a reply template for a thread. The variables have the values of the lead and of the account of the thread. The text is plain text, for `body_text` of `POST /unibox/threads/{id}/reply`; a variable without a value or default is empty and named in `missing`. Nothing is sent.",
    "method": "GET",
    "path": "/unibox/threads/{thread_id}/reply-templates/{id}",
    "query": [],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "thread_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The id of a thread."
        },
        "id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The id of a reply template."
        }
      },
      "required": [
        "thread_id",
        "id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "campaigns_page",
    "operation": "campaigns.page",
    "title": "List the campaigns with their counts, in the order of creation",
    "description": "List the campaigns with their counts, in the order of creation. Filters apply together, and `total` counts the remaining rows.",
    "method": "GET",
    "path": "/campaigns",
    "query": [
      "after_id",
      "offset",
      "limit",
      "status",
      "search"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "after_id": {
          "type": "string",
          "format": "uuid",
          "description": "Only rows with a greater id. It does not narrow `total`."
        },
        "offset": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "default": 0,
          "description": "The number of rows to skip."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 25,
          "default": 10,
          "description": "The maximum number of rows in a page."
        },
        "status": {
          "type": "string",
          "enum": [
            "draft",
            "active",
            "paused",
            "completed"
          ],
          "description": "Only campaigns with this status."
        },
        "search": {
          "type": "string",
          "maxLength": 254,
          "description": "A substring of the name, ignoring case and accents."
        }
      },
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "campaigns_find",
    "operation": "campaigns.find",
    "title": "Get a campaign",
    "description": "Get a campaign. Its `ETag` changes also with its number of leads, which `If-Match` does not compare.",
    "method": "GET",
    "path": "/campaigns/{campaign_id}",
    "query": [],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "campaign_id": {
          "type": "string",
          "format": "uuid",
          "description": "The id of a campaign: a UUID in any case."
        }
      },
      "required": [
        "campaign_id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "sequences_list",
    "operation": "sequences.list",
    "title": "List the steps of a campaign, by position",
    "description": "List the steps of a campaign, by position. Returns all steps with their variants: a campaign has at most 100 sequences, and a variant is one.",
    "method": "GET",
    "path": "/campaigns/{campaign_id}/sequences",
    "query": [],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "campaign_id": {
          "type": "string",
          "format": "uuid",
          "description": "The id of a campaign: a UUID in any case."
        }
      },
      "required": [
        "campaign_id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "sending_upcoming",
    "operation": "sending.upcoming",
    "title": "See what a campaign sends next, and why it sends nothing",
    "description": "See what a campaign sends next, and why it sends nothing. For each account: the next mail and its instant, or the reason why nothing goes out. Reading changes nothing: two reads give the same instants.",
    "method": "GET",
    "path": "/campaigns/{campaign_id}/upcoming",
    "query": [],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "campaign_id": {
          "type": "string",
          "format": "uuid",
          "description": "The id of a campaign: a UUID in any case."
        }
      },
      "required": [
        "campaign_id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "verification_find",
    "operation": "verification.find",
    "title": "See how far the verification of a campaign's leads is",
    "description": "See how far the verification of a campaign's leads is. The price of a lead, the number of leads by `verification_status`, and the last verification with its results and its cost so far.",
    "method": "GET",
    "path": "/campaigns/{campaign_id}/verification",
    "query": [],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "campaign_id": {
          "type": "string",
          "format": "uuid",
          "description": "The id of a campaign: a UUID in any case."
        }
      },
      "required": [
        "campaign_id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "sending_outlook",
    "operation": "sending.outlook",
    "title": "See the mails of the next seven days",
    "description": "See the mails of the next seven days. What the accounts of the organization send by day, campaign and account, the next 100 mails, and up to 100 leads that get none although one is due, each with the reason. It is a forecast: answers, bounces and new leads change it. It looks at 100 accounts, and about 8000 leads, whatever the size of the organization: `accounts_left_out` and `complete_until` say what it leaves out. Reading changes nothing.",
    "method": "GET",
    "path": "/upcoming",
    "query": [
      "day",
      "campaign_id",
      "account_id",
      "timezone"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "day": {
          "type": "string",
          "format": "date",
          "description": "`mails`, `scheduled` and `held` are those of this day: today or one of the six days after it. Default: the next mails of all seven days."
        },
        "campaign_id": {
          "type": "string",
          "format": "uuid",
          "description": "`mails`, `scheduled` and `held` are those of this campaign."
        },
        "account_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "`mails`, `scheduled` and `held` are those of this account. Leads that no account has taken yet are left out."
        },
        "timezone": {
          "type": "string",
          "description": "The time zone in which days begin: a name of the IANA time zone database. Default: UTC."
        }
      },
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "sends_page",
    "operation": "sends.page",
    "title": "List the mails that Mailroom sends, the newest first",
    "description": "List the mails that Mailroom sends, the newest first. All filters apply. A filter for something that does not exist matches no mails. A cursor is valid for the filters with which it was created. `thread_id` lists the answers of a conversation, also those that were not sent. Mails that the host reports with `POST /events` are not listed.",
    "method": "GET",
    "path": "/sends",
    "query": [
      "outcome",
      "kind",
      "thread_id",
      "account_id",
      "lead_id",
      "scheduled",
      "cursor",
      "limit"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "outcome": {
          "type": "string",
          "enum": [
            "queued",
            "begun",
            "deferred",
            "sent",
            "refused",
            "unknown"
          ],
          "description": "Only mails with this outcome."
        },
        "kind": {
          "type": "string",
          "enum": [
            "step",
            "reply",
            "forward",
            "test"
          ],
          "description": "Only mails of this kind."
        },
        "thread_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only answers and forwarded messages in this thread of the unibox. Find steps by `lead_id`."
        },
        "account_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only mails of this account."
        },
        "lead_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only mails to this lead."
        },
        "scheduled": {
          "type": "boolean",
          "description": "`true`: only answers that wait for their `send_at`, or for their account since then. `false`: only other mails."
        },
        "cursor": {
          "type": "string",
          "maxLength": 1000,
          "description": "`next_cursor` of the page before, with the same filters. Opaque."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 25,
          "default": 10,
          "description": "The maximum number of rows in a page."
        }
      },
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "accounts_page",
    "operation": "accounts.page",
    "title": "List the sender accounts, by ascending id",
    "description": "List the sender accounts, by ascending id. Filters apply together, and `total` counts the remaining rows.",
    "method": "GET",
    "path": "/accounts",
    "query": [
      "after_id",
      "offset",
      "limit",
      "status",
      "search"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "after_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "Only rows with a greater id. It does not narrow `total`."
        },
        "offset": {
          "type": "integer",
          "minimum": 0,
          "maximum": 9007199254740991,
          "default": 0,
          "description": "The number of rows to skip."
        },
        "limit": {
          "type": "integer",
          "minimum": 1,
          "maximum": 25,
          "default": 10,
          "description": "The maximum number of rows in a page."
        },
        "status": {
          "type": "string",
          "enum": [
            "active",
            "paused",
            "connection_error",
            "sending_error",
            "limit_reached"
          ],
          "description": "Only accounts with this status."
        },
        "search": {
          "type": "string",
          "maxLength": 254,
          "description": "A substring of the address, as given or with its domain in punycode, ignoring case and accents."
        }
      },
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "analytics_overview",
    "operation": "analytics.overview",
    "title": "Leads, metrics and rates of all campaigns, or of some",
    "description": "Leads, metrics and rates of all campaigns, or of some. Deleted campaigns do not count. The default period is all time.",
    "method": "GET",
    "path": "/analytics/summary",
    "query": [
      "period",
      "start_date",
      "end_date",
      "timezone",
      "campaign_ids"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "period": {
          "type": "string",
          "enum": [
            "today",
            "yesterday",
            "last_7_days",
            "last_14_days",
            "last_30_days",
            "last_90_days",
            "this_week",
            "last_week",
            "this_month",
            "last_month",
            "all_time"
          ],
          "description": "Days up to today, by name. Not together with `start_date` and `end_date`."
        },
        "start_date": {
          "type": "string",
          "format": "date",
          "description": "The first day, `YYYY-MM-DD`, with `end_date`."
        },
        "end_date": {
          "type": "string",
          "format": "date",
          "description": "The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`."
        },
        "timezone": {
          "type": "string",
          "description": "The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns."
        },
        "campaign_ids": {
          "type": "array",
          "items": {
            "type": "string",
            "description": "The id of a campaign: a UUID in any case.",
            "format": "uuid"
          },
          "minItems": 1,
          "maxItems": 200,
          "description": "Only these campaigns: 1 to 200. Default: all."
        }
      },
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "analytics_overview_by_campaign",
    "operation": "analytics.overviewByCampaign",
    "title": "Leads, metrics and rates by campaign",
    "description": "Leads, metrics and rates by campaign. In the order of creation, also campaigns without numbers. The default period is all time.",
    "method": "GET",
    "path": "/analytics/by-campaign",
    "query": [
      "period",
      "start_date",
      "end_date",
      "timezone",
      "campaign_ids"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "period": {
          "type": "string",
          "enum": [
            "today",
            "yesterday",
            "last_7_days",
            "last_14_days",
            "last_30_days",
            "last_90_days",
            "this_week",
            "last_week",
            "this_month",
            "last_month",
            "all_time"
          ],
          "description": "Days up to today, by name. Not together with `start_date` and `end_date`."
        },
        "start_date": {
          "type": "string",
          "format": "date",
          "description": "The first day, `YYYY-MM-DD`, with `end_date`."
        },
        "end_date": {
          "type": "string",
          "format": "date",
          "description": "The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`."
        },
        "timezone": {
          "type": "string",
          "description": "The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns."
        },
        "campaign_ids": {
          "type": "array",
          "items": {
            "type": "string",
            "description": "The id of a campaign: a UUID in any case.",
            "format": "uuid"
          },
          "minItems": 1,
          "maxItems": 200,
          "description": "Only these campaigns: 1 to 200. Default: all."
        }
      },
      "required": [],
      "additionalProperties": false
    }
  },
  {
    "name": "analytics_summary",
    "operation": "analytics.summary",
    "title": "A campaign's leads, metrics and rates",
    "description": "A campaign's leads, metrics and rates. Leads are counted as they are now, metrics and rates of the period. The default period is all time.",
    "method": "GET",
    "path": "/analytics/campaigns/{campaign_id}/summary",
    "query": [
      "period",
      "start_date",
      "end_date",
      "timezone"
    ],
    "annotations": {
      "readOnlyHint": true,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "campaign_id": {
          "type": "string",
          "format": "uuid",
          "description": "The id of a campaign: a UUID in any case."
        },
        "period": {
          "type": "string",
          "enum": [
            "today",
            "yesterday",
            "last_7_days",
            "last_14_days",
            "last_30_days",
            "last_90_days",
            "this_week",
            "last_week",
            "this_month",
            "last_month",
            "all_time"
          ],
          "description": "Days up to today, by name. Not together with `start_date` and `end_date`."
        },
        "start_date": {
          "type": "string",
          "format": "date",
          "description": "The first day, `YYYY-MM-DD`, with `end_date`."
        },
        "end_date": {
          "type": "string",
          "format": "date",
          "description": "The last day, `YYYY-MM-DD`, inclusive; at most 3660 days after `start_date`."
        },
        "timezone": {
          "type": "string",
          "description": "The time zone in which days begin: a name of the IANA time zone database. Default: the time zone of the campaign; UTC across campaigns."
        }
      },
      "required": [
        "campaign_id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "unibox_update",
    "operation": "unibox.update",
    "title": "Mark a thread as seen or new; move it to the other tab; put it aside; assign it",
    "description": "Mark a thread as seen or new; move it to the other tab; put it aside; assign it. `is_new: false` marks every message as seen, `true` the newest inbound one as new. A thread that is `done` becomes `open` when mail comes in; one that is `snoozed` also at `snoozed_until`, within a minute. Changes what people see in their inbox.",
    "method": "PATCH",
    "path": "/unibox/threads/{id}",
    "query": [],
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": false
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The id of a thread."
        },
        "is_new": {
          "type": "boolean",
          "description": "`false` marks every message as seen, `true` marks the newest incoming message as new."
        },
        "tab": {
          "type": "string",
          "enum": [
            "replies",
            "other"
          ],
          "description": "The tab to move the thread to."
        },
        "state": {
          "type": "string",
          "enum": [
            "open",
            "done",
            "snoozed"
          ],
          "description": "`done` and `snoozed` put the thread aside, `open` brings it back. Mail that comes in opens a thread again."
        },
        "snoozed_until": {
          "type": "string",
          "description": "When the thread opens again; required with the state `snoozed`, and only there. A thread that opens by itself is new. With an instant that has passed, the thread is open at once, and not new.",
          "format": "date-time"
        },
        "assigned_to": {
          "description": "The person who takes care of the thread; `null`: nobody.",
          "anyOf": [
            {
              "type": "integer",
              "minimum": 1,
              "maximum": 9007199254740991
            },
            {
              "type": "null"
            }
          ]
        }
      },
      "required": [
        "id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "leads_tag",
    "operation": "leads.tag",
    "title": "Put a reply tag on a lead, or take it off",
    "description": "Put a reply tag on a lead, or take it off. Sets `reply_status_tag_id`, and `reply_status` to the name of the tag. `null` clears both. It is the decision of a person, which no automatic label changes. Replaces the reply tag of the lead, changes the analytics, and notifies integrations. A rule of the campaign may move the lead to another campaign, which mails it.",
    "method": "PUT",
    "path": "/leads/{id}/tag",
    "query": [],
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": true,
      "idempotentHint": true,
      "openWorldHint": true
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The id of a lead."
        },
        "tag_id": {
          "description": "The tag to assign; `null` removes the tag.",
          "anyOf": [
            {
              "type": "integer",
              "minimum": 1,
              "maximum": 9007199254740991
            },
            {
              "type": "null"
            }
          ]
        }
      },
      "required": [
        "id",
        "tag_id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "leads_update",
    "operation": "leads.update",
    "title": "Update a lead; stop or resume sending to it",
    "description": "Update a lead; stop or resume sending to it. An empty object changes nothing. `custom_fields` merges by name. An address that the campaign already contains is a conflict, `duplicate_lead`. A lead that is resumed gets no mail while anything else stands in the way, such as the blacklist: `GET /leads/{id}` says what. A role below `member` changes `stop_sending` only. Replaces data of the lead. `stop_sending: true` ends the campaign for this person, `false` lets mails go out again. Integrations are notified.",
    "method": "PATCH",
    "path": "/leads/{id}",
    "query": [],
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": true,
      "idempotentHint": true,
      "openWorldHint": true
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The id of a lead."
        },
        "email": {
          "type": "string",
          "maxLength": 254,
          "format": "email",
          "description": "A new address resets `verification_status`; another spelling of the same address does not. It is unique in the campaign, as in `NewLead`."
        },
        "first_name": {
          "type": "string",
          "maxLength": 10000,
          "description": "At most 10 000 characters."
        },
        "last_name": {
          "type": "string",
          "maxLength": 10000,
          "description": "At most 10 000 characters."
        },
        "company": {
          "type": "string",
          "maxLength": 10000,
          "description": "At most 10 000 characters."
        },
        "website": {
          "type": "string",
          "maxLength": 10000,
          "description": "At most 10 000 characters; not checked."
        },
        "personalization": {
          "type": "string",
          "maxLength": 10000,
          "description": "A text that mails can insert for this lead, at most 10 000 characters."
        },
        "timezone": {
          "anyOf": [
            {
              "type": "string"
            },
            {
              "type": "null"
            }
          ],
          "description": "The time zone of the lead: a name of the IANA time zone database, such as `Asia/Kathmandu`. `null`: the zone that custom fields such as `country` give."
        },
        "custom_fields": {
          "type": "object",
          "patternProperties": {
            "^[a-z][a-z0-9_]{0,63}$": {
              "description": "A text of at most 4096 characters, a number or a boolean.",
              "anyOf": [
                {
                  "anyOf": [
                    {
                      "type": "string",
                      "maxLength": 4096
                    },
                    {
                      "type": "number"
                    },
                    {
                      "type": "boolean"
                    }
                  ]
                },
                {
                  "type": "null"
                }
              ]
            }
          },
          "additionalProperties": false,
          "maxProperties": 100,
          "description": "The changes, by name: a value sets the field, `null` removes it, absent names stay unchanged."
        },
        "stop_sending": {
          "type": "boolean",
          "description": "`true` stops sending as `manual`, `false` resumes sending, from any state."
        }
      },
      "required": [
        "id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "campaigns_pause",
    "operation": "campaigns.pause",
    "title": "Pause an active campaign",
    "description": "Pause an active campaign. A paused campaign does not change. A draft or a completed one is not active: that is a conflict, `campaign_not_active`. No further mails of the campaign go out until a person starts it again.",
    "method": "POST",
    "path": "/campaigns/{campaign_id}/pause",
    "query": [],
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": false,
      "idempotentHint": true,
      "openWorldHint": true
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "campaign_id": {
          "type": "string",
          "format": "uuid",
          "description": "The id of a campaign: a UUID in any case."
        }
      },
      "required": [
        "campaign_id"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "blacklist_add_emails",
    "operation": "blacklist.addEmails",
    "title": "Blacklist addresses, and stop their leads",
    "description": "Blacklist addresses, and stop their leads. One result per input, in order; an invalid input does not affect the others. Leads that match are stopped, and new ones are stopped when they are created. If there is no answer, repeat the request. A domain, such as `*@evil.example`, is invalid: `POST /blacklist/domains` takes it. A role below `member` adds one address at a time. Stops every campaign for these addresses, now and in future. Integrations are notified.",
    "method": "POST",
    "path": "/blacklist/emails",
    "query": [],
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": true,
      "idempotentHint": true,
      "openWorldHint": true
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "emails": {
          "type": "array",
          "items": {
            "type": "string",
            "maxLength": 1000
          },
          "minItems": 1,
          "maxItems": 1000,
          "description": "1 to 1000 addresses."
        },
        "reason": {
          "type": "string",
          "maxLength": 500,
          "description": "The reason, for people: at most 500 characters."
        }
      },
      "required": [
        "emails"
      ],
      "additionalProperties": false
    }
  },
  {
    "name": "sends_reply",
    "operation": "sends.reply",
    "title": "Answer a conversation",
    "description": "Answer a conversation. The mail goes to the sender of the newest incoming mail, at once or at `send_at`: also outside of windows and limits, and while sending is switched off. The signature of the account stands below it. When the server has accepted it, it is a message of the thread, whose messages are marked as seen at once. Conflicts: `no_recipient`, `recipient_unsubscribed` and `account_not_connected`; `reply` of `GET /unibox/threads/{id}` says so before. With `last_message_id`, an answer that its writer has not seen is a conflict, `newer_message`, and nothing is sent. Sends a mail to a person, at once or at `send_at`; once it is sent, it cannot be taken back. Show the draft of `draft_reply` to a person first. The same call is carried out once in 24 hours.",
    "method": "POST",
    "path": "/unibox/threads/{id}/reply",
    "query": [],
    "annotations": {
      "readOnlyHint": false,
      "destructiveHint": true,
      "idempotentHint": true,
      "openWorldHint": true
    },
    "inputSchema": {
      "type": "object",
      "properties": {
        "id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The id of a thread."
        },
        "body_text": {
          "type": "string",
          "maxLength": 100000,
          "description": "The text of the answer, at most 100 000 characters."
        },
        "body_html": {
          "type": "string",
          "maxLength": 500000,
          "description": "The same as HTML. Absent, empty or only white space: the mail is plain text."
        },
        "account_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The account to answer from. Default: the account of the conversation."
        },
        "cc": {
          "type": "array",
          "items": {
            "type": "string",
            "maxLength": 254,
            "format": "email"
          },
          "maxItems": 20,
          "description": "At most 20 addresses that get a copy. An address that is named twice, or is the recipient, gets the mail once."
        },
        "bcc": {
          "type": "array",
          "items": {
            "type": "string",
            "maxLength": 254,
            "format": "email"
          },
          "maxItems": 20,
          "description": "At most 20 addresses that get a copy, which no other recipient sees."
        },
        "attachments": {
          "type": "array",
          "items": {
            "type": "integer",
            "minimum": 1,
            "maximum": 9007199254740991,
            "description": "The id of an attachment."
          },
          "maxItems": 20,
          "uniqueItems": true,
          "description": "The ids of at most 20 uploads (`POST /uploads`), in their order in the mail. Each upload can be used by one mail. With them, the mail has at most 25 000 000 bytes as it is sent."
        },
        "last_message_id": {
          "type": "integer",
          "minimum": 1,
          "maximum": 9007199254740991,
          "description": "The newest message of the conversation that the writer has seen. If somebody else has added one since, or an answer of somebody else is being sent, nothing is queued: a conflict, `newer_message`. Default: nothing is checked."
        },
        "send_at": {
          "type": "string",
          "description": "When the answer is sent: a date-time of RFC 3339 in the future, at most a year ahead. Default: at once. Until then it is `queued`. Mail of a person that comes into the conversation first refuses it, and its text is kept.",
          "format": "date-time"
        }
      },
      "required": [
        "id",
        "body_text"
      ],
      "additionalProperties": false
    }
  }
]
