// Closes business days through the API: requests a run and waits for it to end.

import type { Caller, Json } from './app.js';

export const RUN = '/api/v1/system/end-of-day/run';
export const FOLLOW = '/api/v1/system/end-of-day/id';
export const RUNS = '/api/v1/system/end-of-day/list';

/** Polls a run until it ends. */
export async function followed(admin: Caller, id: number): Promise<Json> {
  for (;;) {
    const { status, body, text } = await admin.get(`${FOLLOW}/${id}?wait=20`);
    if (status !== 200) throw new Error(text);
    if (body.state === 'DONE' || body.state === 'FAILED') return body;
  }
}

/** Closes the current day, or all days before a date. Fails if a step fails. */
export async function closeDays(admin: Caller, until?: string): Promise<Json> {
  const asked = await admin.post(RUN, until === undefined ? {} : { until });
  if (asked.status !== 201) throw new Error(asked.text);
  const run = await followed(admin, asked.body.id);
  if (run.state !== 'DONE') throw new Error(run.error);
  return run;
}
