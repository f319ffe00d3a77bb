// The FIX tags and message types that the program uses, named as in the FIX dictionary.

export const TAG = {
  Account: 1,
  AvgPx: 6,
  BeginSeqNo: 7,
  BeginString: 8,
  BodyLength: 9,
  CheckSum: 10,
  ClOrdID: 11,
  CumQty: 14,
  Currency: 15,
  EndSeqNo: 16,
  ExecID: 17,
  ExecInst: 18,
  ExecRefID: 19,
  HandlInst: 21,
  LastPx: 31,
  LastQty: 32,
  MsgSeqNum: 34,
  MsgType: 35,
  NewSeqNo: 36,
  OrderID: 37,
  OrderQty: 38,
  OrdStatus: 39,
  OrdType: 40,
  OrigClOrdID: 41,
  PossDupFlag: 43,
  Price: 44,
  RefSeqNum: 45,
  SenderCompID: 49,
  SenderSubID: 50,
  SendingTime: 52,
  Side: 54,
  Symbol: 55,
  TargetCompID: 56,
  TargetSubID: 57,
  Text: 58,
  TimeInForce: 59,
  TransactTime: 60,
  PossResend: 97,
  EncryptMethod: 98,
  StopPx: 99,
  CxlRejReason: 102,
  OrdRejReason: 103,
  HeartBtInt: 108,
  TestReqID: 112,
  OnBehalfOfCompID: 115,
  OnBehalfOfSubID: 116,
  OrigSendingTime: 122,
  GapFillFlag: 123,
  ExpireTime: 126,
  DKReason: 127,
  DeliverToCompID: 128,
  DeliverToSubID: 129,
  ResetSeqNumFlag: 141,
  OnBehalfOfLocationID: 144,
  DeliverToLocationID: 145,
  ExecType: 150,
  LeavesQty: 151,
  NoRelatedSym: 146,
  MDReqID: 262,
  SubscriptionRequestType: 263,
  MarketDepth: 264,
  MDUpdateType: 265,
  NoMDEntryTypes: 267,
  NoMDEntries: 268,
  MDEntryType: 269,
  MDEntryPx: 270,
  MDEntrySize: 271,
  MDEntryDate: 272,
  MDUpdateAction: 279,
  MDReqRejReason: 281,
  RefTagID: 371,
  RefMsgType: 372,
  SessionRejectReason: 373,
  BusinessRejectRefID: 379,
  BusinessRejectReason: 380,
  ExpireDate: 432,
  CxlRejResponseTo: 434,
  PartyIDSource: 447,
  PartyID: 448,
  PartyRole: 452,
  NoPartyIDs: 453,
  Username: 553,
  Password: 554,
  ClOrdLinkID: 583,
  MassStatusReqID: 584,
  MassStatusReqType: 585,
  TotNumReports: 911,
  LastRptRequested: 912,
  DefaultApplVerID: 1137,
  SessionStatus: 1409,
} as const;

/** Fields that are hidden from people: Password, NewPassword, and RawData, which may hold one. */
export const SECRET_TAGS: ReadonlySet<number> = new Set([TAG.Password, 925, 96]);

export const MSG_TYPE = {
  Heartbeat: '0',
  TestRequest: '1',
  ResendRequest: '2',
  Reject: '3',
  SequenceReset: '4',
  Logout: '5',
  ExecutionReport: '8',
  OrderCancelReject: '9',
  Logon: 'A',
  News: 'B',
  Email: 'C',
  NewOrderSingle: 'D',
  OrderCancelRequest: 'F',
  OrderCancelReplaceRequest: 'G',
  OrderStatusRequest: 'H',
  DontKnowTrade: 'Q',
  MarketDataRequest: 'V',
  MarketDataSnapshot: 'W',
  MarketDataIncrement: 'X',
  MarketDataRequestReject: 'Y',
  SecurityDefinition: 'd',
  BusinessMessageReject: 'j',
  OrderMassStatusRequest: 'AF',
  TradeCaptureReportRequest: 'AD',
  TradeCaptureReport: 'AE',
} as const;

const ADMIN_TYPES: ReadonlySet<string> = new Set(['0', '1', '2', '3', '4', '5', 'A']);

/** Returns true for the seven session-level message types, which are never resent. */
export function isAdminType(msgType: string): boolean {
  return ADMIN_TYPES.has(msgType);
}

const HEADER_TAGS: ReadonlySet<number> = new Set([
  8, 9, 35, 34, 43, 49, 50, 52, 56, 57, 90, 91, 97, 115, 116, 122, 128, 129, 142, 143, 144, 145,
  212, 213, 347, 369, 370, 627, 628, 629, 630, 1128, 1129, 1156,
]);

/** Returns true for fields of the standard header in any supported version. */
export function isHeaderTag(tag: number): boolean {
  return HEADER_TAGS.has(tag);
}

/** Returns true for fields of the standard trailer: SignatureLength, Signature, CheckSum. */
export function isTrailerTag(tag: number): boolean {
  return tag === 93 || tag === 89 || tag === TAG.CheckSum;
}

/**
 * Length fields, each with the data field that must follow it. A data field's value may contain the
 * separator.
 */
export const DATA_TAG_BY_LENGTH_TAG: ReadonlyMap<number, number> = new Map([
  [90, 91],
  [93, 89],
  [95, 96],
  [212, 213],
  [348, 349],
  [350, 351],
  [352, 353],
  [354, 355],
  [356, 357],
  [358, 359],
  [360, 361],
  [362, 363],
  [364, 365],
  [445, 446],
  [618, 619],
  [621, 622],
]);
