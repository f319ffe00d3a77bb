// Wire shapes of accounting periods.

import { Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireDate,
  wireFlag,
  wireId,
  wireInstant,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { PERIOD_STATES } from './period.js';

const { reason } = changeReason;
const month = wireText({ description: 'The month, such as 2026-09', longest: 7 });

export const periodQuery = closedObject({ ...pageBS });

export const closePeriodBody = closedObject({
  period: month,
  mode: wireChoice(['SOFT', 'HARD'], {
    description: 'SOFT allows adjustments and can be undone; HARD allows nothing and is final',
  }),
  reason,
});

export const reopenPeriodBody = closedObject({ period: month, reason });

export const closeYearBody = closedObject({
  year: wireInteger({ description: 'The calendar year', least: 1900, most: 9999 }),
  reason,
});

export const periodRecord = openObject({
  id: wireId({ description: 'Year and month: 202609' }),
  name: month,
  year: wireInteger(),
  firstDate: wireDate(),
  lastDate: wireDate(),
  state: wireChoice(PERIOD_STATES),
  yearClosed: wireFlag({ description: 'True if the results of the year are booked' }),
  decidedBy: Type.Optional(wireText({ description: 'The person who approved the last change' })),
  decidedDttm: Type.Optional(wireInstant()),
});
