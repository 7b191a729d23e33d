import type { Type } from '@nestjs/common';
import {
  MCP_ANNOTATIONS_METADATA,
  MCP_COMPLETE_METADATA,
  MCP_CONFIRM_METADATA,
  MCP_HEADER_METADATA,
  MCP_PARAM_METADATA,
  MCP_PROMPT_METADATA,
  MCP_READ_ONLY_METADATA,
  MCP_RESOURCE_METADATA,
  MCP_TOOL_METADATA,
} from '../mcp.constants.js';
import type {
  McpCompleteOptions,
  McpConfirmMessage,
  McpParamOptions,
  McpPromptOptions,
  McpResourceOptions,
  McpToolAnnotations,
  McpToolOptions,
} from '../interfaces/index.js';
import { API_OPERATION_METADATA } from './nest-metadata.js';

/**
 * Reads what the decorators stored for one method, and for its class.
 *
 * Method metadata is that of the class which defines the method: a subclass that overrides a method does not inherit the
 * decorators of the overridden one, as with Nest's own.
 */
export class MetadataAccessor {
  private readonly owner: object;

  constructor(
    private readonly target: Type,
    private readonly methodName: string,
  ) {
    this.owner = findOwner(target.prototype as object, methodName);
  }

  /** `false` when the method is taken out; undefined when neither it nor its class is decorated. */
  getTool(): { onClass?: McpToolOptions; onMethod?: McpToolOptions } | false | undefined {
    const onClass = Reflect.getMetadata(MCP_TOOL_METADATA, this.target) as McpToolOptions | false | undefined;
    const onMethod = this.ofMethod<McpToolOptions | false>(MCP_TOOL_METADATA);
    if (onMethod === false || (onMethod === undefined && onClass === false)) {
      return false;
    }
    if (onMethod === undefined && onClass === undefined) {
      return undefined;
    }
    return { onClass: onClass || undefined, onMethod };
  }

  getPrompt(): McpPromptOptions | undefined {
    return this.ofMethod<McpPromptOptions>(MCP_PROMPT_METADATA);
  }

  getResource(): McpResourceOptions | undefined {
    return this.ofMethod<McpResourceOptions>(MCP_RESOURCE_METADATA);
  }

  getComplete(): McpCompleteOptions | undefined {
    return this.ofMethod<McpCompleteOptions>(MCP_COMPLETE_METADATA);
  }

  /** The name of a decorator on the method itself that offers it to clients. */
  getDecorator(): string | undefined {
    const tool = this.getTool();
    if (tool && tool.onMethod) {
      return 'McpTool';
    }
    if (this.getPrompt()) {
      return 'McpPrompt';
    }
    if (this.getResource()) {
      return 'McpResource';
    }
    return this.getComplete() && 'McpComplete';
  }

  getConfirm(): McpConfirmMessage | undefined {
    return this.ofMethod<McpConfirmMessage>(MCP_CONFIRM_METADATA);
  }

  getAnnotations(): McpToolAnnotations | undefined {
    const onClass = Reflect.getMetadata(MCP_ANNOTATIONS_METADATA, this.target) as
      McpToolAnnotations | undefined;
    const onMethod = this.ofMethod<McpToolAnnotations>(MCP_ANNOTATIONS_METADATA);
    return onClass && onMethod ? { ...onClass, ...onMethod } : (onMethod ?? onClass);
  }

  getReadOnly(): boolean | undefined {
    return (
      this.ofMethod<boolean>(MCP_READ_ONLY_METADATA) ??
      (Reflect.getMetadata(MCP_READ_ONLY_METADATA, this.target) as boolean | undefined)
    );
  }

  getParam(index: number): McpParamOptions | undefined {
    return this.ofMethod<Map<number, McpParamOptions>>(MCP_PARAM_METADATA)?.get(index);
  }

  getHeader(index: number): string | undefined {
    return this.ofMethod<Map<number, string>>(MCP_HEADER_METADATA)?.get(index);
  }

  /** What `@ApiOperation()` of @nestjs/swagger says. */
  getApiOperation(): { summary?: string; description?: string } | undefined {
    const callback: unknown = Reflect.get(this.owner, this.methodName);
    return typeof callback === 'function'
      ? (Reflect.getMetadata(API_OPERATION_METADATA, callback) as
          { summary?: string; description?: string } | undefined)
      : undefined;
  }

  private ofMethod<T>(key: string): T | undefined {
    return Reflect.getOwnMetadata(key, this.owner, this.methodName) as T | undefined;
  }
}

function findOwner(prototype: object, methodName: string): object {
  for (let current: object | null = prototype; current; current = Reflect.getPrototypeOf(current)) {
    if (Object.hasOwn(current, methodName)) {
      return current;
    }
  }
  return prototype;
}
