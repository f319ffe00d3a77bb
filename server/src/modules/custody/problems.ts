// The problems returned when custody refuses a request.

import { defineProblems } from '../../platform/http/reply/problem.js';

export const custodyProblems = defineProblems({
  EVENT_WRONG_STATE: [409, 'The corporate action is not in a state that allows this.'],
  EVENT_OVERLAP: [422, 'The same corporate action already exists.'],
  EVENT_REFUSED: [422, 'The terms of the corporate action are inconsistent or impossible.'],
  EVENT_DELIVERY_WRONG_STATE: [409, 'The delivery is not in a state that allows this.'],
  ALLOTMENT_REFUSED: [422, 'Some rows of the allotment do not match the elections.'],
  ELECTION_DEADLINE_PASSED: [422, 'The deadline for elections on the corporate action has passed.'],
  ELECTION_REFUSED: [422, 'The corporate action or the portfolio does not allow this election.'],
  ELECTION_WRONG_STATE: [409, 'The election is not in a state that allows this.'],
  EVENT_SETTLEMENT_WRONG_STATE: [409, 'The settlement is not in a state that allows this.'],
  EVENT_SETTLEMENT_REFUSED: [
    422,
    'The settlement exceeds the money left for the corporate action, or its date is not allowed.',
  ],
  MOVEMENT_REFUSED: [422, 'The transfer is not valid, or its lots do not add up to its units.'],
  TRANSFER_WRONG_STATE: [409, 'The transfer is not in a state that allows this.'],
  TRANSFER_IMPORT_REFUSED: [422, 'Some rows of the transfer file cannot be imported.'],
  TRANSFER_IMPORT_EXISTS: [409, 'This transfer file has already been imported.'],
  TRANSFER_IMPORT_WRONG_STATE: [409, 'The transfer file is not in a state that allows this.'],
  MARKET_CLAIM_EXISTS: [409, 'There is already a market claim for this trade.'],
  MARKET_CLAIM_WRONG_STATE: [409, 'The market claim is not in a state that allows this.'],
  MARKET_CLAIM_REFUSED: [422, 'The market claim cannot be opened or settled.'],
  REGISTRAR_FILE_EXISTS: [409, 'This registrar’s list has already been imported.'],
  REGISTRAR_FILE_WRONG_STATE: [409, 'The registrar’s list is not in a state that allows this.'],
});
