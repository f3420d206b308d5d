// Which collections a request may read: all but those that its token does not allow.

import { ApiError } from '../errors.js';
import type { Model, Resource } from '../model/model.js';
import type { Records } from '../store/port.js';

/** The collections that can be read through these records, in the order of the model. */
export function readableResources({ resources }: Model, records: Pick<Records, 'checkReadable'>): Resource[] {
  return resources.filter((resource) => {
    try {
      records.checkReadable(resource);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'collection-not-allowed') return false;
      throw error;
    }
  });
}
