// A model of an exchange that keeps orders only for the day. It decides immediately, but its
// reports about its one order arrive later, in sequence.

import assert from 'node:assert/strict';
import type { Instruction } from '../../src/modules/order/index.js';
import type { Said } from '../support/order-desk.js';

interface Entry {
  clOrdId: string;
  quantity: number;
  filled: number;
  isLive: boolean;
}

/** A report: OrdStatus (39) and its other contents. */
export interface Spoken {
  readonly status: string;
  readonly said: Said;
}

export class DailyExchange {
  /** Reports that have been sent but have not arrived, oldest first. */
  readonly line: Spoken[] = [];
  readonly #entries: Entry[] = [];
  #lastExecId = 0;

  take(told: Instruction): void {
    switch (told.kind) {
      case 'NEW':
        this.#enter(told);
        return;
      case 'STATUS': {
        const entry = this.#find(told);
        this.#speak(statusOf(entry), entry, { type: 'I' });
        return;
      }
      case 'CANCEL':
      case 'REPLACE':
        this.#change(told);
    }
  }

  /** Fills up to this many units of the live order. */
  fill(most: number): void {
    const entry = this.#entries.find(({ isLive }) => isLive);
    if (entry === undefined) return;
    const quantity = Math.min(most, entry.quantity - entry.filled);
    entry.filled += quantity;
    entry.isLive = entry.filled < entry.quantity;
    this.#speak(entry.isLive ? '1' : '2', entry, { fill: [quantity, '25.00'] });
  }

  endDay(): void {
    for (const entry of this.#entries.filter(({ isLive }) => isLive)) {
      entry.isLive = false;
      this.#speak('C', entry);
    }
  }

  /** Returns the total number of filled units. */
  filled(): number {
    return this.#entries.reduce((sum, { filled }) => sum + filled, 0);
  }

  /** Returns the number of units that can still be filled. */
  working(): number {
    const live = this.#entries.filter(({ isLive }) => isLive);
    return live.reduce((sum, { quantity, filled }) => sum + quantity - filled, 0);
  }

  #enter({ clOrdId, quantity }: Instruction): void {
    assert.equal(this.working(), 0, 'one exchange order works at a time');
    const entry = { clOrdId, quantity: Number(quantity), filled: 0, isLive: true };
    this.#entries.push(entry);
    this.#speak('0', entry);
  }

  #change(told: Instruction): void {
    const entry = this.#find(told);
    const ids = { clOrdId: told.clOrdId, origClOrdId: entry.clOrdId };
    if (!entry.isLive) {
      this.line.push({ status: statusOf(entry), said: { ...ids, type: '9' } });
      return;
    }
    if (told.kind === 'CANCEL') {
      entry.isLive = false;
      this.#speak('4', entry, ids);
      return;
    }
    entry.quantity = Math.max(Number(told.quantity), entry.filled);
    entry.isLive = entry.quantity > entry.filled;
    entry.clOrdId = told.clOrdId;
    this.#speak(statusOf(entry), entry, { ...ids, type: '5', quantity: entry.quantity });
  }

  #find({ origClOrdId }: Instruction): Entry {
    const entry = this.#entries.find(({ clOrdId }) => clOrdId === origClOrdId);
    assert.ok(entry, 'a change or a question names an order that was entered');
    return entry;
  }

  #speak(status: string, entry: Entry, said: Said = {}): void {
    this.#lastExecId += 1;
    const about = { clOrdId: entry.clOrdId, cum: entry.filled, execId: `E${this.#lastExecId}` };
    this.line.push({ status, said: { ...about, ...said } });
  }
}

function statusOf({ isLive, filled, quantity }: Entry): string {
  if (isLive) return filled > 0 ? '1' : '0';
  return filled === quantity ? '2' : 'C';
}
