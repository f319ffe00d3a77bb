// Wire shapes of the chart of accounts and the account mapping.

import { type Static, Type } from '@sinclair/typebox';
import { pageBS } from '../../../platform/http/reply/paging.js';
import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireChoice,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { changeReason } from '../../change/index.js';
import { CHART } from '../limits.js';
import { ACCOUNT_CLASSES } from './code.js';

const code = wireText({ description: 'The code, such as INC:COMM', longest: CHART.codeLength });
const label = wireText({ description: 'Display name', longest: CHART.labelLength });
const flag = (description: string) => Type.Optional(wireFlag({ description }));

const codeMembers = {
  code,
  label,
  accountClass: wireChoice(ACCOUNT_CLASSES, {
    description: 'ASSET and EXPENSE are debit accounts, the others credit accounts',
  }),
  control: flag('True if the balance is the total of other records; default: false'),
  byHand: flag('True if manual journals may use it; default: true, or false for control accounts'),
  clientMoney: flag(
    "True for money owed to customers or held for them; default: false, for the firm's own money",
  ),
  active: flag('If false, the code accepts no new accounts and no manual journals; default: true'),
};

/** A code as proposed and as stored in its versions. */
export const ledgerCodeBody = closedObject({
  ...codeMembers,
  inline: flag("True for customers' accounts; shipped codes only"),
  family: flag('True if there is one account per name below the code; shipped codes only'),
});
export type LedgerCodeBody = Static<typeof ledgerCodeBody>;

export const ledgerCodeProposal = closedObject({ ...codeMembers, ...changeReason });
export type LedgerCodeProposal = Static<typeof ledgerCodeProposal>;

export const ledgerCodeRecord = openObject({
  id: wireId(),
  name: code,
  label,
  accountClass: wireText(),
  normalSide: wireText({ description: 'DEBIT or CREDIT' }),
  control: wireFlag(),
  byHand: wireFlag(),
  clientMoney: wireFlag(),
  inline: wireFlag({
    description:
      "True for customers' accounts, which every posting checks; false for the firm's accounts, " +
      'which are brought up to date later',
  }),
  family: wireFlag(),
  active: wireFlag(),
  accounts: wireInteger({ description: 'Number of accounts' }),
  ...stampShape,
});

export const chartQuery = closedObject({ ...pageBS });

const entry = wireText({ description: 'The entry, such as TRADE', longest: 40 });
const line = wireText({ description: 'The line of the entry, such as CLEARING', longest: 40 });

const mappingMembers = { entry, line, code };

export const mappingBody = closedObject(mappingMembers);
export type MappingBody = Static<typeof mappingBody>;

export const mappingProposal = closedObject({ ...mappingMembers, ...changeReason });
export type MappingProposal = Static<typeof mappingProposal>;

export const mappingRecord = openObject({
  id: wireId(),
  name: wireText({ description: 'Entry and line: TRADE/CLEARING' }),
  entry,
  line,
  label,
  code,
  accountClass: wireText(),
  clientMoney: wireFlag(),
  ...stampShape,
});
