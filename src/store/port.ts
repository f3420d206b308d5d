// The store port: what the rest of Creel asks of a database. Both adapters obey the contract written here,
// and test/store/contract.ts holds them to it.

import type { Resource } from '../model/model.js';
import type { Operator } from '../model/operators.js';
import type { Accounts } from './accounts.js';

/**
 * A scalar as JSON has it. A DateTime is `YYYY-MM-DDTHH:MM:SS.sssZ` (years 0001 to 9999), a Date is `YYYY-MM-DD`, an id is
 * text, an Int has 32 bits. No text holds U+0000.
 */
export type Scalar = string | number | boolean;

/**
 * A record as the model describes it, by field name. A missing value is null or absent. A store only ever hands out
 * values of the field's type: what is of another type in the database is null here.
 */
export type StoredRecord = Readonly<Record<string, unknown>>;

/** Whose records: those of one owner, or every record of a database that has but one tenant. */
export type Owner = { readonly kind: 'one'; readonly id: string } | { readonly kind: 'every' };

/**
 * One condition on one field; the operators' meaning is in model/operators.ts.
 * `in` and `ne` hold a list that is not empty, `exists` a boolean, the others one value of the field's type.
 * A missing value matches `ne` and `exists: false` and nothing else. On a list of texts, `in`, `contains` and
 * `startsWith` ask for one element that matches, and `ne` for none that is equal. Text (String) is compared without
 * regard to case (store/text.ts); an id is compared exactly.
 */
export interface FieldCondition {
  readonly kind: 'field';
  readonly field: string;
  readonly operator: Operator;
  readonly value: Scalar | readonly Scalar[];
}

/** Each of the words is contained in some text field of the record, without regard to case. */
export interface WordsCondition {
  readonly kind: 'words';
  readonly words: readonly string[];
}

/**
 * The record's position is in a box, edges included: degrees of WGS 84, south not above north. A west greater than east
 * crosses the antimeridian (RFC 7946 section 5.2), whose two longitudes, -180 and 180, are one; from -180 to 180 is all around.
 */
export interface BoxCondition {
  readonly kind: 'bbox';
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * The record's position is at most `km` away from a point in degrees, along a great circle of a sphere of radius
 * 6371.0088 km: over the poles and the antimeridian too.
 */
export interface CircleCondition {
  readonly kind: 'near';
  readonly latitude: number;
  readonly longitude: number;
  readonly km: number;
}

/**
 * A condition on the position of a resource that has one. A record that lacks a latitude from -90 to 90 or a longitude from
 * -180 to 180 never matches.
 */
export type AreaCondition = BoxCondition | CircleCondition;

export type Condition = FieldCondition | WordsCondition | AreaCondition;

/** A sort key. Text sorts by Unicode code point, ids in an order of the store's own; null comes last in either direction. */
export interface SortKey {
  /** The name of a scalar field. */
  readonly field: string;
  readonly descending: boolean;
}

/** The place of a record in a sorted list: its values of the sort's keys, and its id in the adapter's own spelling. */
export interface Position {
  readonly values: readonly (Scalar | null)[];
  readonly id: string;
}

/** A page of a list. */
export interface Query {
  /** All of them hold. */
  readonly where: readonly Condition[];
  /** At least one key. The id breaks ties, in the direction of the last key; a key `id` ends the sort. */
  readonly sort: readonly SortKey[];
  /** Only records behind this place. */
  readonly after: Position | null;
  /** At most this many records, at least 1. */
  readonly limit: number;
  /** Names of the fields that are needed; records may hold more. */
  readonly select: readonly string[];
}

export interface FoundPage {
  /** They hold their ids, also where these are not selected. */
  readonly records: readonly StoredRecord[];
  /** The place of the last record where more follow; null on the last page. */
  readonly next: Position | null;
}

/** What became of one record: as it is now, or gone. */
export type Change =
  | { readonly kind: 'record'; readonly resource: Resource; readonly record: StoredRecord }
  | { readonly kind: 'deleted'; readonly resource: Resource; readonly id: string };

/** What has changed in an owner's log. A copy to which it is applied is the log as it was when the feed was asked for, or newer. */
export interface ChangeFeed {
  /** Where the next feed goes on: a text of the adapter's own, good for this owner in this database only. */
  readonly cursor: string;
  /** Whether deletions are told. Where they are `unknown`, none is. */
  readonly deletions: 'known' | 'unknown';
  /** At most as many changes at a time as were asked for, each record once. Read once; what fails on the way is thrown there. */
  readonly batches: AsyncIterable<readonly Change[]>;
}

/** Reading the records of one owner. There is no other way to reach them. */
export interface Records {
  find(resource: Resource, query: Query): Promise<FoundPage>;
  /** The records with these ids in the order of the ids; null for each that the owner does not have. */
  getMany(
    resource: Resource,
    ids: readonly string[],
    select: readonly string[],
  ): Promise<readonly (StoredRecord | null)[]>;
  count(resource: Resource, where: readonly Condition[]): Promise<number>;
  /**
   * What has changed in these collections since a cursor, records with all their fields; all of them where it is null.
   * Throws CursorTooOld where not every change since then is known, InvalidPosition where the cursor is not this owner's.
   */
  changes(resources: readonly Resource[], since: string | null, batchSize: number): Promise<ChangeFeed>;
  /** Throws what a read would throw where this collection may not be read at all: so a link is refused also where it is null. */
  checkReadable(resource: Resource): void;
}

/** Most snapshots that are open at a time: each holds a connection, or a moment of the database that it must keep. */
export const SNAPSHOTS_MAX = 4;

/** The records of an owner as they are at one moment, as far as the store can hold it. */
export interface Snapshot {
  readonly kind: 'sqlite' | 'mongodb';
  readonly records: Records;
  /** Whether nothing that is written after the snapshot was taken shows in it. */
  readonly pointInTime: boolean;
  /** Lets go of what the store holds for it; the records may not be read any more. Closing it again does nothing. */
  close(): Promise<void>;
}

/** One record to write, complete and of the model's types, with its id. */
export interface RecordWrite {
  readonly resource: Resource;
  readonly record: StoredRecord & { readonly id: string };
}

/** Which record. */
export interface RecordKey {
  readonly resource: Resource;
  readonly id: string;
}

export interface WriteResult {
  readonly added: number;
  readonly replaced: number;
}

/** A database. Only the context builder binds it for a request; only the command line writes to it. */
export interface Store {
  /** What it is, for the log: `sqlite data/creel.db`. Holds no secret. */
  readonly label: string;
  /** The users, their tokens and their sessions. */
  readonly accounts: Accounts;
  bind(owner: Owner): Records;
  /** The owner's records for a read that takes long. Throws TooManySnapshots where SNAPSHOTS_MAX are open. */
  snapshot(owner: Owner): Promise<Snapshot>;
  /**
   * Adds or replaces records (by id) of one owner: all of them or, where anything fails, none.
   * MongoDB without a replica set has no transactions: there a failure can leave a part, and writing again completes it.
   * Throws OwnedByAnother where the database keeps ids unique over all owners and one of them is taken.
   */
  write(owner: string, writes: Iterable<RecordWrite>): Promise<WriteResult>;
  /**
   * Removes records of one owner: all of them or, where one is not there, none. Resolves with those that are not there.
   * MongoDB without a replica set has no transactions: there a failure can leave a part, and removing the rest completes it.
   */
  remove(owner: string, keys: readonly RecordKey[]): Promise<readonly RecordKey[]>;
  /** The ids of the owners that have records, at most two of them: enough to tell none, one and several. */
  owners(): Promise<readonly string[]>;
  /** Resolves if the database answers; rejects with StoreUnavailable. */
  ping(): Promise<void>;
  /** Creates the indexes that the queries need, where the adapter does not keep them itself; their names. */
  createIndexes(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The database does not answer, or not in time. The message is for the log, never for a client. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** A query ran longer than the configured time. */
export class StoreTimeout extends Error {
  override readonly name = 'StoreTimeout';
}

/** The database holds records of several owners whose ids can be equal, and no owner was named. */
export class SeveralOwners extends Error {
  override readonly name = 'SeveralOwners';
}

/** As many snapshots are open as may be at a time. */
export class TooManySnapshots extends Error {
  override readonly name = 'TooManySnapshots';
}

/** A position is not in the spelling of this adapter, or the cursor of a feed is not this owner's: it is not one of ours. */
export class InvalidPosition extends Error {
  override readonly name = 'InvalidPosition';
}

/** Not every change since the cursor is known, as the log does not reach back to it, or was not this one. */
export class CursorTooOld extends Error {
  override readonly name = 'CursorTooOld';
}

/** A record of that id belongs to another owner. */
export class OwnedByAnother extends Error {
  override readonly name = 'OwnedByAnother';
}

/** Called for each value that is not of its field's type and is therefore answered as null. */
export type OddValueListener = (odd: { resource: string; id: string; field: string }) => void;
