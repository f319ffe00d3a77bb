// Refusals of webhooks.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const webhookProblems = defineProblems({
  WEBHOOK_TARGET_REFUSED: [422, 'The URL is not one that webhooks may be sent to.'],
  WEBHOOK_TYPE_UNKNOWN: [422, 'There is no such type of event, or the owner may not see it.'],
  WEBHOOK_TOO_MANY: [422, 'The caller has as many webhook endpoints as one may have.'],
  WEBHOOK_WRONG_STATE: [409, 'The webhook endpoint is not in a state that allows this.'],
});
