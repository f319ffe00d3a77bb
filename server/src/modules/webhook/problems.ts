// The webhook module's refusals.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const webhookProblems = defineProblems({
  WEBHOOK_TARGET_REFUSED: [422, 'The URL is not a permitted webhook target.'],
  WEBHOOK_TYPE_UNKNOWN: [
    422,
    'The event type does not exist, or the owner of the endpoint is not allowed to see it.',
  ],
  WEBHOOK_TOO_MANY: [422, 'The caller already has the maximum number of webhook endpoints.'],
  WEBHOOK_WRONG_STATE: [409, 'The webhook endpoint is not in a state that allows this.'],
});
