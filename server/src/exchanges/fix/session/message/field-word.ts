// The names of fields and the meanings of coded values, used to show messages to people. Source:
// the FIX 4.2, 4.4 and 5.0 SP2 specifications.

import type { FixMessage } from './message.js';
import { SECRET_TAGS, TAG } from './tag.js';

/** A field as shown to a person. */
export interface ShownField {
  readonly tag: number;
  /** The name in the FIX dictionary; undefined for a tag that is not known here. */
  readonly name: string | undefined;
  /** The value as on the wire; hidden for a password. */
  readonly value: string;
  /** The meaning of a coded value; undefined for any other value. */
  readonly meaning: string | undefined;
}

/** Names of fields that exchanges send but the program does not read. */
const OTHER_NAMES = `
  12=Commission 13=CommType 20=ExecTransType 22=SecurityIDSource 29=LastCapacity 30=LastMkt
  42=OrigTime 48=SecurityID 53=Quantity 61=Urgency 63=SettlType 64=SettlDate 66=ListID
  75=TradeDate 76=ExecBroker 78=NoAllocs 79=AllocAccount 80=AllocQty 89=Signature
  90=SecureDataLen 91=SecureData 93=SignatureLength 95=RawDataLength 96=RawData
  100=ExDestination 106=Issuer 107=SecurityDesc 109=ClientID 110=MinQty 111=MaxFloor
  114=LocateReqd 118=NetMoney 119=SettlCurrAmt 120=SettlCurrency 136=NoMiscFees 137=MiscFeeAmt
  138=MiscFeeCurr 139=MiscFeeType 142=SenderLocationID 143=TargetLocationID 148=Headline
  159=AccruedInterestAmt 167=SecurityType 168=EffectiveTime 198=SecondaryOrderID
  200=MaturityMonthYear 207=SecurityExchange 210=MaxShow 211=PegOffsetValue 223=CouponRate
  236=Yield 273=MDEntryTime 278=MDEntryID 325=UnsolicitedIndicator 336=TradingSessionID
  339=TradSesMethod 340=TradSesStatus 354=EncodedTextLen 355=EncodedText
  370=OnBehalfOfSendingTime 375=ContraBroker 377=SolicitedFlag 378=ExecRestatementReason
  381=GrossTradeAmt 382=NoContraBrokers 383=MaxMessageSize 386=NoTradingSessions 423=PriceType
  424=DayOrderQty 425=DayCumQty 426=DayAvgPx 427=GTBookingInst 442=MultiLegReportingType
  460=Product 461=CFICode 523=PartySubID 526=SecondaryClOrdID 527=SecondaryExecID
  528=OrderCapacity 529=OrderRestrictions 541=MaturityDate 570=PreviouslyReported
  571=TradeReportID 581=AccountType 625=TradingSessionSubID 636=WorkingIndicator
  789=NextExpectedMsgSeqNum 797=CopyMsgIndicator 802=NoPartySubIDs 803=PartySubIDType
  851=LastLiquidityInd 925=NewPassword 1128=ApplVerID 1138=DisplayQty`;

const NAMES: ReadonlyMap<number, string> = new Map([
  ...OTHER_NAMES.trim()
    .split(/\s+/)
    .map((each) => each.split('='))
    .map(([tag, name = '']) => [Number(tag), name] as const),
  ...Object.entries(TAG).map(([name, tag]) => [tag, name] as const),
]);

type Meanings = Readonly<Record<string, string>>;

const YES_NO: Meanings = { Y: 'YES', N: 'NO' };

const TYPES: Meanings = {
  0: 'HEARTBEAT',
  1: 'TEST_REQUEST',
  2: 'RESEND_REQUEST',
  3: 'MESSAGE_REJECTED',
  4: 'SEQUENCE_RESET',
  5: 'LOGOUT',
  8: 'EXECUTION_REPORT',
  9: 'CANCEL_REJECTED',
  A: 'LOGON',
  B: 'NEWS',
  D: 'NEW_ORDER',
  F: 'CANCEL_REQUEST',
  G: 'REPLACE_REQUEST',
  H: 'STATUS_REQUEST',
  Q: 'TRADE_DISPUTED',
  V: 'MARKET_DATA_REQUEST',
  W: 'MARKET_DATA_SNAPSHOT',
  X: 'MARKET_DATA_UPDATE',
  Y: 'MARKET_DATA_REJECTED',
  h: 'SESSION_STATUS',
  j: 'BUSINESS_REJECTED',
  AE: 'TRADE_CAPTURE_REPORT',
  AF: 'MASS_STATUS_REQUEST',
};

const ORDER_STATUSES: Meanings = {
  0: 'NEW',
  1: 'PARTIALLY_FILLED',
  2: 'FILLED',
  3: 'DONE_FOR_DAY',
  4: 'CANCELLED',
  5: 'REPLACED',
  6: 'PENDING_CANCEL',
  7: 'STOPPED',
  8: 'REJECTED',
  9: 'SUSPENDED',
  A: 'PENDING_NEW',
  B: 'CALCULATED',
  C: 'EXPIRED',
  D: 'RESTATED',
  E: 'PENDING_REPLACE',
};

const EXECUTION_TYPES: Meanings = {
  ...ORDER_STATUSES,
  1: 'PARTIAL_FILL',
  2: 'FILL',
  D: 'RESTATED',
  F: 'TRADE',
  G: 'TRADE_CORRECTED',
  H: 'TRADE_CANCELLED',
  I: 'ORDER_STATUS',
};

const MEANINGS: ReadonlyMap<number, Meanings> = new Map<number, Meanings>([
  [20, { 0: 'NEW', 1: 'TRADE_CANCELLED', 2: 'TRADE_CORRECTED', 3: 'ORDER_STATUS' }],
  [TAG.HandlInst, { 1: 'AUTOMATIC_PRIVATE', 2: 'AUTOMATIC_PUBLIC', 3: 'MANUAL' }],
  [TAG.MsgType, TYPES],
  [TAG.RefMsgType, TYPES],
  [TAG.OrdStatus, ORDER_STATUSES],
  [TAG.OrdType, { 1: 'MARKET', 2: 'LIMIT', 3: 'STOP', 4: 'STOP_LIMIT' }],
  [TAG.Side, { 1: 'BUY', 2: 'SELL', 5: 'SELL_SHORT', 6: 'SELL_SHORT_EXEMPT' }],
  [
    TAG.TimeInForce,
    {
      0: 'DAY',
      1: 'GTC',
      2: 'AT_THE_OPENING',
      3: 'IMMEDIATE_OR_CANCEL',
      4: 'FILL_OR_KILL',
      6: 'GTD',
      7: 'AT_THE_CLOSE',
    },
  ],
  [TAG.ExecType, EXECUTION_TYPES],
  [TAG.CxlRejResponseTo, { 1: 'CANCEL_REQUEST', 2: 'REPLACE_REQUEST' }],
  [
    TAG.CxlRejReason,
    { 0: 'TOO_LATE', 1: 'UNKNOWN_ORDER', 2: 'EXCHANGE_OPTION', 3: 'ALREADY_PENDING', 99: 'OTHER' },
  ],
  [
    TAG.OrdRejReason,
    {
      0: 'EXCHANGE_OPTION',
      1: 'UNKNOWN_SYMBOL',
      2: 'EXCHANGE_CLOSED',
      3: 'ORDER_EXCEEDS_LIMIT',
      4: 'TOO_LATE',
      5: 'UNKNOWN_ORDER',
      6: 'DUPLICATE_ORDER',
      99: 'OTHER',
    },
  ],
  [
    TAG.DKReason,
    { A: 'UNKNOWN_SYMBOL', B: 'WRONG_SIDE', D: 'NO_MATCHING_ORDER', E: 'PRICE_EXCEEDS_LIMIT' },
  ],
  [TAG.EncryptMethod, { 0: 'NONE' }],
  ...[TAG.PossDupFlag, TAG.PossResend, TAG.GapFillFlag, TAG.ResetSeqNumFlag].map(
    (tag) => [tag, YES_NO] as const,
  ),
]);

const HIDDEN = '***';

/** Returns the fields of a message with their names and the meanings of coded values. */
export function shownFields({ fields }: FixMessage): ShownField[] {
  return fields.map(([tag, value]) => ({
    tag,
    name: NAMES.get(tag),
    value: SECRET_TAGS.has(tag) ? HIDDEN : value,
    meaning: meaningOf(tag, value),
  }));
}

function meaningOf(tag: number, value: string): string | undefined {
  const meanings = MEANINGS.get(tag);
  return meanings !== undefined && Object.hasOwn(meanings, value) ? meanings[value] : undefined;
}
