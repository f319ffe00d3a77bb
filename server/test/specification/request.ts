// The API client's requests, with which the specification's lines are checked.

import type { Json, TestApp, TestReply } from '../support/app.js';
import { expectStatus, type Scene } from './line.js';

export const API = '/api/v1';

export const client = ({ app }: Scene) => app.as('CLIENT');

/** Gets a path below the mount. */
export function get(scene: Scene, path: string): Promise<TestReply> {
  return client(scene).get(`${API}/${path}`);
}

/** Appends these parameters to the path. */
export function query(path: string, parameters: Readonly<Record<string, string>>): string {
  return `${path}?${new URLSearchParams(parameters)}`;
}

/** Submits another deposit or discounted instrument. Returns its id. */
export async function submit(app: TestApp, path: string, body: Json): Promise<number> {
  const reply = await app.as('CLIENT').post(`${API}/order/${path}/submit`, body);
  return expectStatus(reply, 201).id;
}
