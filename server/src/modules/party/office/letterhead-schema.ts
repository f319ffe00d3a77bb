// Wire shapes of letterheads.

import { stampShape } from '../../../platform/http/reply/stamp.js';
import {
  closedObject,
  openObject,
  wireFlag,
  wireId,
  wireInteger,
  wireText,
} from '../../../platform/http/shape/wire.js';

export const LetterheadBody = closedObject({
  businessOffice: wireText({ description: 'Code of the business office' }),
  firmName: wireText({ description: 'Name of the firm', longest: 80 }),
  address: wireText({ description: 'At most three lines, separated by line feeds', longest: 240 }),
  contact: wireText({ description: 'Telephone, e-mail, site', longest: 120 }),
  registration: wireText({ description: 'Company and licence numbers', longest: 120 }),
});

export const LetterheadRecord = openObject({
  id: wireId(),
  active: wireFlag(),
  name: wireText({ description: 'Code of the business office' }),
  label: wireText({ description: 'Name of the firm' }),
  address: wireText(),
  contact: wireText(),
  registration: wireText(),
  version: wireInteger(),
  ...stampShape,
});
