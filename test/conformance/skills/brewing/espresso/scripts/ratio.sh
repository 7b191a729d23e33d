#!/bin/sh
# ratio.sh <coffee in g> <shot in g>
awk "BEGIN { print $2 / $1 }"
